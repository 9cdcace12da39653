import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

interface IconProps {
  readonly name: IconName;
  /** In pixels. */
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

/** Decoration beside a text; a control without text names itself by `aria-label`. */
export function Icon({ name, size = 16, className }: IconProps): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx('shrink-0', className)}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
