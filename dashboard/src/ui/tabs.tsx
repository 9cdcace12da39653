import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

interface Tab {
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Panels of one thing, such as a payload in two formats. Places of their own address are links instead. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): ReactNode {
  const id = useId();
  const [chosen, setChosen] = useState(tabs[0]?.key);
  const current = tabs.find(({ key }) => key === chosen) ?? tabs[0];
  const move = ({ key, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex((tab) => tab.key === current?.key);
    const next = tabs.at((at + step + tabs.length) % tabs.length);
    if (step === 0 || !next) return;
    setChosen(next.key);
    currentTarget.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  if (!current) return undefined;
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        className="flex gap-4 border-b border-line"
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            className="-mb-px border-b-2 border-transparent pt-1 pb-2 text-sm font-medium text-muted hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            onClick={() => setChosen(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.key}`} className="pt-4">
        {current.content}
      </div>
    </div>
  );
}
