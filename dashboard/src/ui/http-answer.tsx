import type { ReactNode } from 'react';
import { isTaken } from '../../../src/rules/outcomes.ts';
import { cx } from './cx.ts';

interface HttpAnswerProps {
  readonly status: number | null;
  readonly error: string | null;
  /** Said when neither is there. */
  readonly none: string;
  /** On one line, as in a table. */
  readonly clipped?: boolean | undefined;
}

/** What an endpoint answered: its HTTP status, or why there was no answer. */
export function HttpAnswer({ status, error, none, clipped = false }: HttpAnswerProps): ReactNode {
  if (status === null && error === null) return <span className="text-muted">{none}</span>;
  return (
    <span
      className={cx(
        'inline-flex items-baseline gap-1.5',
        clipped && 'max-w-44 2xl:max-w-96',
        !isTaken(status) && 'text-danger-ink',
      )}
    >
      {status !== null && <span className="font-mono text-xs font-semibold">{status}</span>}
      {error !== null && (
        <span title={clipped ? error : undefined} className={cx(clipped && 'truncate')}>
          {error}
        </span>
      )}
    </span>
  );
}
