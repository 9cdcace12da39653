import type { ReactNode } from 'react';
import { useFormat } from '../../messages/use-format.ts';
import { type Tone, TONE_CLASSES } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';

interface TimelineStepProps {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly at: string;
  readonly title: ReactNode;
  readonly children?: ReactNode | undefined;
  /** Has not happened yet. */
  readonly isAhead?: boolean | undefined;
}

export function TimelineStep({
  icon,
  tone,
  at,
  title,
  children,
  isAhead = false,
}: TimelineStepProps): ReactNode {
  const format = useFormat();
  return (
    <li className="relative flex gap-3.5 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className={cx(
          'timeline-line absolute top-8 bottom-1 left-3.5 w-px -translate-x-1/2',
          isAhead ? 'bg-transparent' : 'bg-line',
        )}
      />
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full',
          isAhead ? 'border border-dashed border-line-strong text-muted' : TONE_CLASSES[tone],
        )}
      >
        <Icon name={icon} size={15} />
      </span>
      <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4 pt-0.75">
        <div className={cx('font-medium', isAhead && 'text-muted')}>{title}</div>
        <time
          dateTime={at}
          title={format.exactTime(at)}
          className="text-xs whitespace-nowrap text-muted tabular-nums"
        >
          {format.shortDate(at)}, {format.clock(at)}
        </time>
        {children !== undefined && <div className="w-full text-sm break-words text-muted">{children}</div>}
      </div>
    </li>
  );
}
