import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import { Tooltip } from './tooltip.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong shadow-low',
  secondary: 'bg-surface text-ink border border-line hover:bg-hover shadow-low',
  ghost: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong shadow-low',
};
const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: 'h-7 px-2 text-sm gap-1.5',
  md: 'h-8 px-3 text-sm gap-2',
};
const OFF = 'bg-sunken text-subtle border border-line cursor-not-allowed';

/** For links that look like buttons: `<Link className={buttonClass('secondary')}>`. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  isOff = false,
): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none transition-colors duration-100 max-md:min-h-9',
    SIZES[size],
    isOff ? OFF : VARIANTS[variant],
  );
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly icon?: IconName | undefined;
  /** Something it began is under way; further presses do nothing. */
  readonly busy?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Switches it off and says why, by tooltip and to screen readers; it keeps its place in the tab order. */
  readonly disabledReason?: string | undefined;
}

export function Button(props: ButtonProps): ReactNode {
  const { variant, size, icon, busy = false, disabled = false, disabledReason, ...rest } = props;
  const { className, children, onClick, ...attributes } = rest;
  const isOff = disabled || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isOff || busy) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      type="button"
      {...attributes}
      className={cx(buttonClass(variant, size, isOff), className)}
      aria-disabled={isOff || busy || undefined}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- the rule does not know ARIA 1.3 yet
      aria-description={disabledReason}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <Icon name="turn" className="animate-turn" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>;
}
