import { createFormat, type Format } from './format.ts';
import type { Language } from './load-messages.ts';
import { useLanguage } from './use-messages.ts';

const formats = new Map<Language, Format>();

/** `const format = useFormat(); format.money('129.90', 'BRL')`. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const known = formats.get(language);
  if (known) return known;
  const made = createFormat(language);
  formats.set(language, made);
  return made;
}
