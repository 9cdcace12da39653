import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface ClipProps {
  readonly text: string;
  readonly mono?: boolean | undefined;
  /** Its greatest width, where another one fits better. */
  readonly className?: string | undefined;
}

/** Long text on one line of a table; all of it under the pointer. */
export function Clip({ text, mono = false, className }: ClipProps): ReactNode {
  return (
    <span title={text} className={cx('block truncate', mono && 'font-mono text-xs', className ?? 'max-w-72')}>
      {text}
    </span>
  );
}
