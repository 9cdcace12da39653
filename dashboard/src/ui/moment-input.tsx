import type { ComponentProps, ReactNode } from 'react';
import { TextInput } from './inputs.tsx';

interface MomentInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** ISO 8601. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A moment, typed in the browser's own time zone. */
export function MomentInput({ value, onChange, ...props }: MomentInputProps): ReactNode {
  return (
    <TextInput
      {...props}
      type="datetime-local"
      value={value === undefined ? '' : toLocalText(value)}
      onChange={({ target }) => onChange(toMoment(target.value))}
    />
  );
}

function toLocalText(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function toMoment(text: string): string | undefined {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
