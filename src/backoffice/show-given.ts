const SHOWN_LENGTH_MAX = 80;

/** What was given, as a message may repeat it: on one line, escaped where needed, and not at any length. */
export function showGiven(given: string): string {
  const shown = given.length > SHOWN_LENGTH_MAX ? `${given.slice(0, SHOWN_LENGTH_MAX)}…` : given;
  return JSON.stringify(shown);
}
