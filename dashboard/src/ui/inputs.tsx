import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

const BOX =
  'w-full rounded-md border border-line-strong/60 bg-surface text-base md:text-sm text-ink shadow-low hover:border-line-strong focus-visible:border-accent aria-invalid:border-danger disabled:bg-sunken disabled:text-subtle';

interface TextInputProps extends ComponentProps<'input'> {
  readonly icon?: IconName | undefined;
  /** For ids, codes and addresses. */
  readonly mono?: boolean | undefined;
}

export function TextInput({ icon, mono = false, className, ...props }: TextInputProps): ReactNode {
  const input = (
    <input
      type="text"
      autoComplete="off"
      {...props}
      className={cx(BOX, 'h-9 px-3', mono && 'font-mono', icon && 'pl-9', className)}
    />
  );
  if (!icon) return input;
  return (
    <span className="relative block">
      <Icon name={icon} className="pointer-events-none absolute top-2.5 left-3 text-subtle" />
      {input}
    </span>
  );
}

export function TextArea({ className, ...props }: ComponentProps<'textarea'>): ReactNode {
  return <textarea rows={3} {...props} className={cx(BOX, 'px-3 py-2', className)} />;
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'size'
> {
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
}

/** The browser's own list: known to every keyboard, screen reader and phone. */
export function Select<T extends string>({
  value,
  choices,
  onChange,
  className,
  ...props
}: SelectProps<T>): ReactNode {
  return (
    <span className={cx('relative block', className)}>
      <select
        {...props}
        value={value}
        className={cx(BOX, 'h-9 truncate pr-8 pl-3')}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" className="pointer-events-none absolute top-2.5 right-2.5 text-subtle" />
    </span>
  );
}
