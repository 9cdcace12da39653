import type { ReactNode } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../messages/load-messages.ts';
import { useLanguage } from '../messages/use-messages.ts';
import { usePageTitle } from '../ui/use-page-title.ts';
import { Logo } from './logo.tsx';

interface EntranceProps {
  readonly title: string;
  readonly text?: ReactNode | undefined;
  readonly children?: ReactNode | undefined;
}

/** What stands around the pages for people who are not signed in. */
export function Entrance({ title, text, children }: EntranceProps): ReactNode {
  const { messages, language, setLanguage } = useLanguage();
  const { product } = messages.common;
  usePageTitle(title);
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto] bg-canvas">
      <main className="m-auto w-full max-w-100 px-5 py-10">
        <div className="mb-8 flex items-center gap-2.5 text-lg font-semibold tracking-tight">
          <Logo size={28} />
          {product}
        </div>
        <div className="rounded-xl border border-line bg-surface p-6 shadow-low sm:p-7">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {text !== undefined && <div className="mt-1 text-muted">{text}</div>}
          {children !== undefined && <div className="mt-5">{children}</div>}
        </div>
      </main>
      <footer className="flex justify-center gap-1 p-4 text-sm">
        {LANGUAGES.map((name) => (
          <button
            key={name}
            type="button"
            lang={name}
            aria-pressed={name === language}
            onClick={() => setLanguage(name)}
            className="rounded-md px-2 py-1 text-muted hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            {LANGUAGE_NAMES[name]}
          </button>
        ))}
      </footer>
    </div>
  );
}
