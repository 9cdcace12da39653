/** More than two at once would never end. */
export const SECRETS_MAX = 2;

/** A secret that is being changed is given as two, with a comma between: the one in force, and one that is accepted too. */
export function splitSecrets(text: string): readonly string[] {
  return text.split(',');
}
