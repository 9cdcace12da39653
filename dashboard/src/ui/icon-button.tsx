import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { cx } from './cx.ts';
import type { IconName } from './icon-paths.ts';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> {
  readonly icon: IconName;
  /** What it does: its name and its tooltip. */
  readonly label: string;
}

export function IconButton({
  label,
  size = 'md',
  variant = 'ghost',
  className,
  ...props
}: IconButtonProps): ReactNode {
  const button = (
    <Button
      {...props}
      size={size}
      variant={variant}
      aria-label={label}
      className={cx(size === 'sm' ? 'w-7' : 'w-8', 'px-0! max-md:min-w-9', className)}
    />
  );
  return props.disabledReason === undefined ? <Tooltip text={label}>{button}</Tooltip> : button;
}
