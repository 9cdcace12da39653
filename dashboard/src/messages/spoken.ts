import { writePreference } from '../preferences/stored.ts';
import { type Language, LOADERS, type Messages } from './load-messages.ts';

export interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
}

let spoken: Spoken | undefined;
let restLoading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The language of the whole page; undefined before the first one is loaded. */
export function readSpoken(): Spoken | undefined {
  return spoken;
}

export function onSpokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes only once everything is there, so that no text is ever missing. */
export async function speak(language: Language): Promise<void> {
  const [{ first }, rest] = await Promise.all([
    LOADERS[language].first(),
    restLoading ? LOADERS[language].rest() : undefined,
  ]);
  spoken = { language, messages: guarded({ ...first, ...rest?.rest }) };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

export function chooseToSpeak(language: Language): void {
  writePreference('language', language);
  void speak(language);
}

/** Called by every page that says more than the first ones do. */
export function loadRest(): Promise<void> {
  restLoading ??= addRest();
  return restLoading;
}

async function addRest(): Promise<void> {
  if (spoken === undefined) throw new Error('No language is loaded');
  try {
    const { rest } = await LOADERS[spoken.language].rest();
    spoken = { ...spoken, messages: guarded({ ...spoken.messages, ...rest }) };
    for (const listener of listeners) listener();
  } catch (error) {
    restLoading = undefined;
    throw error;
  }
}

/** A page that reads texts it did not load fails at once and by name, not as "undefined" somewhere below. */
function guarded(areas: Partial<Messages>): Messages {
  const guard: ProxyHandler<Partial<Messages>> = {
    get: (target, area, receiver): unknown => {
      if (!(area in target)) throw new Error(`The texts of ${String(area)} are not loaded on this page`);
      return Reflect.get(target, area, receiver);
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guard above stands for what is not there yet
  return new Proxy(areas, guard) as Messages;
}
