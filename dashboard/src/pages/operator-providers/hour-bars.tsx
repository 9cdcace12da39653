import type { ReactNode } from 'react';
import { useMessages } from '../../messages/use-messages.ts';

const HEIGHT = 48;
const STEP = 10;
const BAR = 7;
/** So that even a single alert is seen. */
const HEIGHT_MIN = 2;

/** One bar an hour, oldest first; each says its figure under the pointer, and the list says them all. */
export function HourBars({ counts }: { readonly counts: readonly number[] }): ReactNode {
  const {
    operator: { providers: texts },
  } = useMessages();
  const most = Math.max(1, ...counts);
  const text = (position: number, count: number): string => texts.hour(counts.length - 1 - position, count);
  return (
    <figure>
      <figcaption className="mb-1.5 text-xs text-muted">{texts.byHour}</figcaption>
      <svg
        viewBox={`0 0 ${counts.length * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-12 w-full"
      >
        {counts.map((count, position) => {
          const height = count === 0 ? 1 : Math.max(HEIGHT_MIN, (count / most) * HEIGHT);
          return (
            <rect
              // oxlint-disable-next-line react/no-array-index-key -- the hours have no other name
              key={position}
              x={position * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              fill={count === 0 ? 'var(--line-strong)' : 'var(--chart-1)'}
            >
              <title>{text(position, count)}</title>
            </rect>
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-subtle">
        <span>{texts.ago24}</span>
        <span>{texts.now}</span>
      </p>
      <ul className="sr-only">
        {counts.map((count, position) => (
          // oxlint-disable-next-line react/no-array-index-key -- the hours have no other name
          <li key={position}>{text(position, count)}</li>
        ))}
      </ul>
    </figure>
  );
}
