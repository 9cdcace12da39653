import type { Attack, Outcome } from './attack.ts';

/** One row of the table that a run ends with. */
export function renderOutcome(
  name: string,
  { defence }: Attack,
  { tries, breaches, figure }: Outcome,
): string {
  const result = breaches.length === 0 ? 'held' : `${breaches.length} got through`;
  return `| ${[name, defence, tries.toLocaleString('en'), [result, figure].filter(Boolean).join('; ')].join(' | ')} |`;
}

/** Markdown, so that it can stand in the documentation as it is. */
export const TABLE_HEAD = '| Attack | Defence | Tries | Result |\n|---|---|---|---|';
