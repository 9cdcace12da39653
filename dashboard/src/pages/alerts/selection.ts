import { useState, useSyncExternalStore } from 'react';

/** As many as the service takes one by one; more are meant by their filter. */
export const SELECTED_MAX = 1000;

/** Which alerts are selected, on whatever page. It stands outside the page's state so that a press redraws only its own row. */
export interface Selection {
  readonly subscribe: (listener: () => void) => () => void;
  readonly ids: () => ReadonlySet<string>;
  /** Every alert that matches, seen or not. */
  readonly isAll: () => boolean;
  /** False when there was no room for all of them. */
  readonly set: (ids: readonly string[], isSelected: boolean) => boolean;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

export function createSelection(): Selection {
  let ids: ReadonlySet<string> = new Set();
  let isAll = false;
  const listeners = new Set<() => void>();
  const become = (nextIds: ReadonlySet<string>, nextIsAll: boolean): void => {
    ids = nextIds;
    isAll = nextIsAll;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ids: () => ids,
    isAll: () => isAll,
    set: (changed, isSelected) => {
      const next = new Set(ids);
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      if (next.size > SELECTED_MAX) return false;
      become(next, false);
      return true;
    },
    selectAll: () => become(ids, true),
    clear: () => become(new Set(), false),
  };
}

/** One for each filter: what was selected under another is out of sight, and must not be answered by accident. */
export function useSelection(filter: string): Selection {
  const [made, setMade] = useState(() => ({ filter, selection: createSelection() }));
  if (made.filter !== filter) setMade({ filter, selection: createSelection() });
  return made.selection;
}

export function useIsSelected(selection: Selection, id: string): boolean {
  return useSyncExternalStore(selection.subscribe, () => selection.isAll() || selection.ids().has(id));
}

export function useSelected(selection: Selection): {
  readonly ids: ReadonlySet<string>;
  readonly isAll: boolean;
} {
  const ids = useSyncExternalStore(selection.subscribe, selection.ids);
  const isAll = useSyncExternalStore(selection.subscribe, selection.isAll);
  return { ids, isAll };
}
