export interface GatherOptions<Item> {
  readonly everyMs: number;
  /** Items with the same key become one. */
  readonly keyOf: (item: Item) => string;
  readonly merge: (gathered: Item, more: Item) => Item;
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** They are gathered again, and written with the next try. */
  readonly onFailure: (error: unknown) => void;
}

export interface Gatherer<Item> {
  readonly add: (item: Item) => void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** Gathers what requests leave behind and writes it together now and then, so that none of them costs a write of its own. */
export function startGathering<Item>(options: GatherOptions<Item>): Gatherer<Item> {
  const { everyMs, keyOf, merge, write, onFailure } = options;
  let gathered = new Map<string, Item>();

  function add(item: Item): void {
    const key = keyOf(item);
    const known = gathered.get(key);
    gathered.set(key, known === undefined ? item : merge(known, item));
  }

  async function flush(): Promise<void> {
    if (gathered.size === 0) return;
    const writing = gathered;
    gathered = new Map();
    try {
      await write([...writing.values()]);
    } catch (error) {
      onFailure(error);
      for (const item of writing.values()) add(item);
    }
  }

  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    add,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
