import { writePreference } from '../preferences/stored.ts';
import { type Language, LOADERS, type Messages, type Part } from './load-messages.ts';

export interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
}

let spoken: Spoken | undefined;
let chosen: Language | undefined;
/** What some page asked for, loaded or on its way. */
const wanted = new Map<Part, Promise<void>>([['common', Promise.resolve()]]);
const listeners = new Set<() => void>();

/** The language of the whole page; undefined before the first one is loaded. */
export function readSpoken(): Spoken | undefined {
  return spoken;
}

export function onSpokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes only once everything is there, so that no text is ever missing. Of several choices the last one counts. */
export async function speak(language: Language): Promise<void> {
  chosen = language;
  const texts = await loadAllWanted(language);
  if (chosen !== language) return;
  change({ language, messages: guarded(texts) });
  document.documentElement.lang = language;
}

async function loadAllWanted(language: Language): Promise<Partial<Messages>> {
  const parts = [...wanted.keys()];
  const texts = await Promise.all(parts.map((part) => LOADERS[language][part]()));
  // A page that was opened meanwhile has asked for more.
  if (wanted.size > parts.length) return loadAllWanted(language);
  return Object.assign({}, ...texts);
}

export function chooseToSpeak(language: Language): void {
  writePreference('language', language);
  void speak(language);
}

/** Called by every page for the texts it needs besides the common ones. */
export function loadTexts(part: Part): Promise<void> {
  const known = wanted.get(part);
  if (known) return known;
  const loading = add(part);
  wanted.set(part, loading);
  return loading;
}

async function add(part: Part): Promise<void> {
  if (spoken === undefined) throw new Error('No language is loaded');
  const { language } = spoken;
  try {
    const texts = await LOADERS[language][part]();
    // Whoever changed the language meanwhile has loaded this part too.
    if (spoken.language === language)
      change({ language, messages: guarded({ ...spoken.messages, ...texts }) });
  } catch (error) {
    wanted.delete(part);
    throw error;
  }
}

function change(next: Spoken): void {
  spoken = next;
  for (const listener of listeners) listener();
}

/** A page that reads texts it did not load fails at once and by name, not as "undefined" somewhere below. */
function guarded(areas: Partial<Messages>): Messages {
  const guard: ProxyHandler<Partial<Messages>> = {
    get: (target, area, receiver): unknown => {
      if (!(area in target)) throw new Error(`The texts of ${String(area)} are not loaded on this page`);
      return Reflect.get(target, area, receiver);
    },
  };
  return new Proxy(areas, guard);
}
