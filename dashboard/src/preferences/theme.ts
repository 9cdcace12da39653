import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from './stored.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let theme: Theme = THEMES.find((name) => name === readPreference('theme')) ?? 'system';

darkSystem.addEventListener('change', apply);

export function useTheme(): { readonly theme: Theme; readonly setTheme: (theme: Theme) => void } {
  const current = useSyncExternalStore(subscribe, () => theme);
  return { theme: current, setTheme };
}

function setTheme(next: Theme): void {
  theme = next;
  writePreference('theme', next);
  apply();
  for (const listener of listeners) listener();
}

function apply(): void {
  const isDark = theme === 'dark' || (theme === 'system' && darkSystem.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
