import type { ReactNode } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import type { ProviderHealthShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { cx } from '../../ui/cx.ts';
import { Facts } from '../../ui/facts.tsx';
import { RelativeTime } from '../../ui/time.tsx';

interface ForwardFactsProps {
  readonly forwards: NonNullable<ProviderHealthShape['forwards']>;
}

export function ForwardFacts({ forwards }: ForwardFactsProps): ReactNode {
  const { operator, common } = useMessages();
  const texts = operator.providers;
  const format = useFormat();
  const { oldest_queued_at: oldest, last_accepted_at: lastAccepted } = forwards;
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-semibold">{texts.forwards}</h3>
      <Facts
        columns={5}
        facts={[
          {
            label: texts.queued,
            value: (
              <>
                {format.number(forwards.queued)}
                {oldest !== null && (
                  <span className="block text-xs text-muted">
                    {texts.oldest(format.relative(oldest, serverNow()))}
                  </span>
                )}
              </>
            ),
          },
          { label: texts.accepted, value: format.number(forwards.accepted_24h) },
          { label: texts.refused, value: <Bad count={forwards.refused_24h} /> },
          { label: texts.tooLate, value: <Bad count={forwards.too_late_24h} /> },
          {
            label: texts.lastAccepted,
            value: lastAccepted === null ? common.never : <RelativeTime value={lastAccepted} />,
          },
        ]}
      />
    </section>
  );
}

function Bad({ count }: { readonly count: number }): ReactNode {
  const format = useFormat();
  return <span className={cx(count > 0 && 'font-semibold text-danger-ink')}>{format.number(count)}</span>;
}
