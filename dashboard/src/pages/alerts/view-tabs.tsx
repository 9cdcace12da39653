import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AlertView } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { cx } from '../../ui/cx.ts';
import { type AlertsSearch, viewOf, VIEWS } from './alerts-search.ts';

interface ViewTabsProps {
  readonly search: AlertsSearch;
  readonly totals: Readonly<Record<AlertView, number>> | undefined;
}

/** Places of their own address, so links; the other filters go along. */
export function ViewTabs({ search, totals }: ViewTabsProps): ReactNode {
  const { alerts } = useMessages();
  const current = viewOf(search);
  return (
    <nav aria-label={alerts.views.label} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex min-w-max gap-5 border-b border-line">
        {VIEWS.map((view) => (
          <li key={view}>
            <Link
              to="/alerts"
              search={{ ...search, view, page: undefined }}
              activeProps={{}}
              aria-current={view === current ? 'page' : undefined}
              className="-mb-px flex h-10 items-center gap-2 border-b-2 border-transparent font-medium text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {alerts.views[view]}
              <Total value={totals?.[view]} isPressing={view === 'needs_answer'} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TotalProps {
  readonly value: number | undefined;
  readonly isPressing: boolean;
}

function Total({ value, isPressing }: TotalProps): ReactNode {
  const format = useFormat();
  if (value === undefined) return undefined;
  return (
    <span
      className={cx(
        'rounded-full px-1.5 text-xs tabular-nums',
        isPressing && value > 0 ? 'bg-accent-soft font-semibold text-accent-ink' : 'bg-sunken text-muted',
      )}
    >
      {format.number(value)}
    </span>
  );
}
