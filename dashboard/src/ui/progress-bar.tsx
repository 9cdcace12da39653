import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { cx } from './cx.ts';

interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly tone?: Extract<Tone, 'neutral' | 'danger' | 'success'> | undefined;
}

const FILLS = { neutral: 'bg-accent', success: 'bg-success-ink', danger: 'bg-danger' } as const;

export function ProgressBar({ label, value, max, tone = 'neutral' }: ProgressBarProps): ReactNode {
  const share = max === 0 ? 1 : Math.min(1, value / max);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={cx('h-full origin-left rounded-full transition-transform duration-300', FILLS[tone])}
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
