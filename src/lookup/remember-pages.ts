/** About 500 pages of 20 alerts. */
const CHARACTERS_MAX = 8 * 1024 * 1024;

/** What a page takes beside its path and its text. */
const ENTRY_CHARACTERS = 200;

interface AskedPage {
  /** How often the company's alerts had changed before the page was read. */
  readonly changes: string;
  /** Kept when the page is asked for again: most never are, and would only fill the memory with work for the collector. */
  readonly text: string | undefined;
}

export interface RememberedPages {
  /** The page at this path of the company, as it is kept if nothing has changed since, or rendered now. */
  readonly show: (companyId: string, path: string, render: () => Promise<string>) => Promise<string>;
}

/**
 * Pages that are asked for again and again, with no change of any alert of their company in between, are answered from
 * memory. Whether one has changed is asked of the database for every request, so nobody ever gets a page older than the
 * request. A page is marked with the number from before it was read: a change in between makes it look older than it is,
 * never newer.
 */
export function rememberPages(
  countChanges: (companyId: string) => Promise<string>,
  charactersMax = CHARACTERS_MAX,
): RememberedPages {
  const pages = new Map<string, AskedPage>();
  let characters = 0;

  function forget(key: string): void {
    const page = pages.get(key);
    if (page === undefined) return;
    characters -= sizeOf(key, page);
    pages.delete(key);
  }

  /** The latest is the last in the map, so the first is the one to go. */
  function keep(key: string, page: AskedPage): void {
    forget(key);
    pages.set(key, page);
    characters += sizeOf(key, page);
    for (const oldest of pages.keys()) {
      if (characters <= charactersMax) return;
      forget(oldest);
    }
  }

  return {
    show: async (companyId, path, render) => {
      const key = `${companyId} ${path}`;
      const changes = await countChanges(companyId);
      const known = pages.get(key);
      if (known?.text !== undefined && known.changes === changes) return known.text;
      const text = await render();
      keep(key, { changes, text: known && text });
      return text;
    },
  };
}

function sizeOf(key: string, { text = '' }: AskedPage): number {
  return ENTRY_CHARACTERS + key.length + text.length;
}
