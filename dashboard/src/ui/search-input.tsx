import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { cx } from './cx.ts';
import { TextInput } from './inputs.tsx';

const PAUSE_MS = 300;

interface SearchInputProps {
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** What is searched for now, as the address says. */
  readonly value: string | undefined;
  readonly onSearch: (text: string | undefined) => void;
  readonly className?: string | undefined;
}

/** Searches once typing pauses. The `/` key leads to it. */
export function SearchInput({
  label,
  placeholder,
  value = '',
  onSearch,
  className,
}: SearchInputProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  const search = useEffectEvent((text: string) => {
    known.current = text;
    onSearch(text === '' ? undefined : text);
  });
  useEffect(() => {
    // Only what came from elsewhere replaces what somebody types.
    if (value === known.current) return;
    known.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === known.current) return;
    const timer = setTimeout(() => search(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useShortcut('/', label, () => input.current?.focus());
  return (
    <div className={cx('w-full sm:w-64', className)}>
      <TextInput
        ref={input}
        type="search"
        icon="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
