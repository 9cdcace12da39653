import type { ComponentProps, ReactNode } from 'react';
import { TextInput } from './inputs.tsx';

interface CodeInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (digits: string) => void;
}

/** Six digits of an authenticator app; pasted spaces fall away. */
export function CodeInput({ value, onChange, ...props }: CodeInputProps): ReactNode {
  return (
    <TextInput
      {...props}
      mono
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={11}
      value={value}
      onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, '').slice(0, 6))}
      className="max-w-40 text-lg! tracking-[0.3em]"
    />
  );
}
