import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface ClipProps {
  readonly text: string;
  readonly mono?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Long text on one line of a table; all of it under the pointer. */
export function Clip({ text, mono = false, className }: ClipProps): ReactNode {
  return (
    <span title={text} className={cx('block max-w-72 truncate', mono && 'font-mono text-xs', className)}>
      {text}
    </span>
  );
}
