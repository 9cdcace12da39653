import type { KeyboardEvent } from 'react';

/** Arrow keys, Home, End, first letters and Tab, as menus are used everywhere. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>, onClose: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = nextPosition(event.key, at, items);
  if (event.key === 'Tab') onClose();
  // Shortcuts of the page must not hear the letters.
  event.stopPropagation();
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

function nextPosition(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at <= 0 ? items.length - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return items.length - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const begins = (item: HTMLElement): boolean =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  const later = items.findIndex((item, position) => position > at && begins(item));
  const found = later === -1 ? items.findIndex(begins) : later;
  return found === -1 ? undefined : found;
}
