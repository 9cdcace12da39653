import type { Part, Parts } from './en/index.ts';

export type { Messages, Part } from './en/index.ts';

export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language names itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
};

/** Only the language in use is loaded, and of it only what the page says. */
export const LOADERS: Readonly<Record<Language, { readonly [P in Part]: () => Promise<Parts[P]> }>> = {
  en: {
    common: () => import('./en/common.ts'),
    overview: () => import('./en/overview.ts'),
    session: () => import('./en/session.ts'),
    setup: () => import('./en/setup.ts'),
    rest: () => import('./en/rest.ts'),
  },
  'pt-BR': {
    common: () => import('./pt-BR/common.ts'),
    overview: () => import('./pt-BR/overview.ts'),
    session: () => import('./pt-BR/session.ts'),
    setup: () => import('./pt-BR/setup.ts'),
    rest: () => import('./pt-BR/rest.ts'),
  },
};
