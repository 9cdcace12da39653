import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface Fact {
  readonly name: string;
  readonly value: string;
  /** Something to look into. */
  readonly isBad?: boolean;
}

/** A few figures with their names. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="grid gap-2">
      {facts.map(({ name, value, isBad = false }) => (
        <div key={name} className="flex items-baseline justify-between gap-4 text-sm">
          <dt className="text-muted">{name}</dt>
          <dd className={cx('font-medium tabular-nums', isBad && 'text-danger-ink')}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
