import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-hover text-muted',
  info: 'bg-info-soft text-info-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
};

export const TONE_ICONS: Readonly<Record<Tone, IconName>> = {
  neutral: 'circle',
  info: 'info',
  success: 'checkCircle',
  warning: 'warning',
  danger: 'xCircle',
};

interface BadgeProps {
  readonly tone?: Tone | undefined;
  /** Colour is never the only sign: without one, the tone's own icon stands there. */
  readonly icon?: IconName | undefined;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps): ReactNode {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 items-center align-middle gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap tabular-nums',
        TONE_CLASSES[tone],
        className,
      )}
    >
      <Icon name={icon ?? TONE_ICONS[tone]} size={13} />
      {children}
    </span>
  );
}
