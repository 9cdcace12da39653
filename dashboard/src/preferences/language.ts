import { type Language, LANGUAGES } from '../messages/load-messages.ts';
import { readPreference } from './stored.ts';

/** What was chosen, else the first language of the browser that we speak. Every Portuguese is better than English. */
export function chooseLanguage(): Language {
  const chosen = readPreference('language');
  const wanted = chosen === undefined ? navigator.languages : [chosen, ...navigator.languages];
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => language.slice(0, 2) === tag.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}
