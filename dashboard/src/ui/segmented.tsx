import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import type { Choice } from './inputs.tsx';

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
  readonly className?: string | undefined;
}

/** One of a few, seen all at once: 7, 30 or 90 days. */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactNode {
  const { label, value, choices, onChange, className } = props;
  const name = useId();
  return (
    <fieldset className={cx('inline-flex rounded-md border border-line bg-sunken p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="relative rounded-[5px] px-2.5 py-1 text-sm font-medium whitespace-nowrap text-muted hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
