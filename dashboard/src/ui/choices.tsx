import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';
import type { Choice } from './inputs.tsx';

const TICK = 'size-4 shrink-0 accent-(--accent) disabled:opacity-60';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  readonly label: string;
  /** In tables, where the row says what it is. */
  readonly hideLabel?: boolean | undefined;
  readonly indeterminate?: boolean | undefined;
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox(props: CheckboxProps): ReactNode {
  const { label, hideLabel = false, indeterminate = false, onChange, className, ...rest } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={cx('inline-flex items-center gap-2 text-sm', className)}>
      <input
        {...rest}
        ref={box}
        type="checkbox"
        className={TICK}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </label>
  );
}

interface RadioChoice<T extends string> extends Choice<T> {
  readonly hint?: string | undefined;
  readonly disabled?: boolean | undefined;
}

interface RadioGroupProps<T extends string> {
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly value: T | undefined;
  readonly choices: readonly RadioChoice<T>[];
  readonly onChange: (value: T) => void;
}

export function RadioGroup<T extends string>(props: RadioGroupProps<T>): ReactNode {
  const { label, hideLabel = false, value, choices, onChange } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      <div className="grid gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              className={cx(TICK, 'mt-0.5')}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span>
              <span className="font-medium">{choice.label}</span>
              {choice.hint !== undefined && <span className="mt-0.5 block text-muted">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: ReactNode | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean | undefined;
  readonly onChange: (checked: boolean) => void;
}

/** Takes effect at once; what needs a button to save is a checkbox. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors duration-150 aria-checked:bg-accent disabled:opacity-60"
      >
        <span
          className={cx(
            'absolute top-0.5 left-0.5 size-4 rounded-full bg-surface shadow-low transition-transform duration-150',
            checked && 'translate-x-4',
          )}
        />
      </button>
    </div>
  );
}
