import { useSyncExternalStore } from 'react';
import type { Language, Messages } from './load-messages.ts';
import { chooseToSpeak, onSpokenChange, readSpoken, type Spoken } from './spoken.ts';

export function useLanguage(): Spoken & { readonly setLanguage: (language: Language) => void } {
  const spoken = useSyncExternalStore(onSpokenChange, readSpoken);
  if (spoken === undefined) throw new Error('No language is loaded');
  return { ...spoken, setLanguage: chooseToSpeak };
}

/** `const { alerts, common } = useMessages();` */
export function useMessages(): Messages {
  return useLanguage().messages;
}
