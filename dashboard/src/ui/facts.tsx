import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

const COLUMNS = {
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-4',
  5: 'grid-cols-2 lg:grid-cols-5',
} as const;

interface FactsProps {
  readonly facts: readonly Fact[];
  /** On wide screens; narrow ones have fewer. */
  readonly columns?: keyof typeof COLUMNS | undefined;
}

/** What is known of one thing, as pairs of name and value. */
export function Facts({ facts, columns = 4 }: FactsProps): ReactNode {
  return (
    <dl className={cx('grid content-start gap-x-6 gap-y-3', COLUMNS[columns])}>
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 text-sm break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
