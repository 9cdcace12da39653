/** What the service says, and how it reads here: English needs nothing. The first pattern that fits counts. */
export const said: readonly (readonly [pattern: RegExp, text: string])[] = [];
