import type { FirstMessages, RestMessages } from './en/index.ts';

export type { Messages } from './en/index.ts';

export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language names itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
};

interface Loader {
  readonly first: () => Promise<{ readonly first: FirstMessages }>;
  readonly rest: () => Promise<{ readonly rest: RestMessages }>;
}

/** Only the language in use is loaded, and of it first what the first page says. */
export const LOADERS: Readonly<Record<Language, Loader>> = {
  en: { first: () => import('./en/first.ts'), rest: () => import('./en/rest.ts') },
  'pt-BR': { first: () => import('./pt-BR/first.ts'), rest: () => import('./pt-BR/rest.ts') },
};
