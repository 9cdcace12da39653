type Name = 'language' | 'theme' | 'shortcuts';

/** What a person chose in this browser; undefined when nothing was, or when storage is forbidden. */
export function readPreference(name: Name): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writePreference(name: Name, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}
