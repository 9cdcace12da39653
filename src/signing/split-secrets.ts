/** More than two at once would never end. */
export const SECRETS_MAX = 2;

/** A secret that is being changed is given as two, separated by a comma: the one in force, and one that is accepted too. */
export function splitSecrets(text: string): readonly string[] {
  return text.split(',');
}
