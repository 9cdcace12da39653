import { useSyncExternalStore } from 'react';

/** Over any page: the palette or the help, never both. */
export type Overlay = 'palette' | 'help';

let open: Overlay | undefined;
const listeners = new Set<() => void>();

export function openOverlay(overlay: Overlay): void {
  change(overlay);
}

export function closeOverlay(): void {
  change(undefined);
}

export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}

function change(next: Overlay | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}
