import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 48rem)');

/** Phones: what is a table elsewhere is a list of cards there. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
}
