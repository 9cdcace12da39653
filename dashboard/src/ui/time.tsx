import type { ReactNode } from 'react';
import { useServerNow } from '../api/server-clock.ts';
import { useFormat } from '../messages/use-format.ts';
import { Tooltip } from './tooltip.tsx';

const MINUTE_MS = 60_000;

interface TimeProps {
  /** ISO 8601. */
  readonly value: string;
}

/** The moment in the browser's time zone; how long ago, to the second, in the tooltip. */
export function Time({ value }: TimeProps): ReactNode {
  const format = useFormat();
  const now = useServerNow(MINUTE_MS);
  return (
    <Tooltip text={`${format.exactTime(value)} · ${format.relative(value, now)}`}>
      <time dateTime={value} className="whitespace-nowrap tabular-nums">
        {format.dateTime(value)}
      </time>
    </Tooltip>
  );
}

/** How long ago or how soon; the moment in the tooltip. */
export function RelativeTime({ value }: TimeProps): ReactNode {
  const format = useFormat();
  const now = useServerNow(MINUTE_MS);
  return (
    <Tooltip text={format.exactTime(value)}>
      <time dateTime={value} className="whitespace-nowrap">
        {format.relative(value, now)}
      </time>
    </Tooltip>
  );
}
