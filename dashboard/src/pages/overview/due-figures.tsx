import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DueShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';

const AMOUNTS_MAX = 3;

interface Look {
  readonly icon: IconName;
  readonly className: string;
}

/** As pressing as the countdown would say; nothing due is never pressing. */
function lookOf({ within_hours: hours, alerts }: DueShape): Look {
  if (alerts === 0) return { icon: 'checkCircle', className: 'text-success-ink' };
  if (hours <= 2) return { icon: 'warning', className: 'text-danger-ink' };
  if (hours <= 6) return { icon: 'hourglass', className: 'text-warning-ink' };
  return { icon: 'clock', className: 'text-muted' };
}

/** What waits and for how long yet: the first thing to see, and the way to it. */
export function DueFigures({ due }: { readonly due: readonly DueShape[] }): ReactNode {
  const { overview } = useMessages();
  return (
    <section aria-label={overview.due.title}>
      <ul className="grid overflow-hidden rounded-lg border border-line bg-line shadow-low max-md:gap-px md:grid-cols-3 md:gap-px">
        {due.map((figure) => (
          <li key={figure.within_hours} className="bg-surface">
            <Figure figure={figure} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ figure }: { readonly figure: DueShape }): ReactNode {
  const { overview } = useMessages();
  const format = useFormat();
  const { icon, className } = lookOf(figure);
  return (
    <Link
      to="/alerts"
      search={{ view: 'needs_answer', due_within_hours: String(figure.within_hours) }}
      className="group grid h-full gap-x-4 gap-y-3 px-5 py-4 hover:bg-hover focus-visible:-outline-offset-2 max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-y-0.5 max-md:py-3"
    >
      <span className={cx('flex items-center gap-2 text-sm font-medium', className)}>
        <Icon name={icon} />
        {overview.due.within(figure.within_hours)}
        <Icon
          name="arrowRight"
          className="ml-auto text-subtle opacity-0 max-md:hidden transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </span>
      <span className="flex items-baseline gap-x-2.5 max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        <span className="text-[2.5rem]/none font-semibold tracking-tight tabular-nums">
          {format.number(figure.alerts)}
        </span>
        <span className="text-muted max-md:sr-only">{overview.due.alertsWord(figure.alerts)}</span>
      </span>
      <Amounts figure={figure} />
    </Link>
  );
}

/** Money of several currencies is never added up. */
function Amounts({ figure }: { readonly figure: DueShape }): ReactNode {
  const { overview } = useMessages();
  const format = useFormat();
  const { amounts } = figure;
  if (amounts.length === 0) return <span className="text-sm text-muted">{overview.due.noAmount}</span>;
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
      {amounts.slice(0, AMOUNTS_MAX).map(({ amount, currency }) => (
        <span key={currency}>{format.money(amount, currency)}</span>
      ))}
      {amounts.length > AMOUNTS_MAX && <span>+{amounts.length - AMOUNTS_MAX}</span>}
    </span>
  );
}
