import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface FactsProps {
  readonly facts: readonly Fact[];
  readonly className?: string | undefined;
}

/** What is known of one thing, as pairs of name and value. */
export function Facts({ facts, className }: FactsProps): ReactNode {
  return (
    <dl className={cx('grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4', className)}>
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 text-sm break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
