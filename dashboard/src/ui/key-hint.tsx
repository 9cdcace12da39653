import type { ReactNode } from 'react';

const NAMES: Readonly<Record<string, string>> = {
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Mod: 'Ctrl',
  Escape: 'Esc',
};

/** `keys="g a"` for one after the other, `keys="Mod+k"` together. */
export function KeyHint({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span className="inline-flex gap-1">
      {keys.split(/[ +]/).map((key) => (
        <kbd
          key={key}
          className="min-w-5 rounded-sm border border-line bg-sunken px-1 text-center font-sans text-xs text-muted"
        >
          {NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </kbd>
      ))}
    </span>
  );
}
