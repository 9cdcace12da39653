/** About 500 pages of 20 alerts. */
const CHARACTERS_MAX = 8 * 1024 * 1024;

interface RenderedPage {
  /** How often the company's alerts had changed before the page was read. */
  readonly changes: string;
  readonly text: string;
}

export interface RememberedPages {
  /** The page at this path of the company, as it was rendered if nothing has changed since, or rendered now. */
  readonly show: (companyId: string, path: string, render: () => Promise<string>) => Promise<string>;
}

/**
 * Pages that are asked for again before any alert of their company has changed are answered from memory. Whether one has
 * changed is asked of the database for every request, so nobody ever gets a page older than the request. A page is marked
 * with the number from before it was read: a change in between makes it look older than it is, never newer.
 */
export function rememberPages(
  countChanges: (companyId: string) => Promise<string>,
  charactersMax = CHARACTERS_MAX,
): RememberedPages {
  const pages = new Map<string, RenderedPage>();
  let characters = 0;

  function forget(key: string): void {
    const page = pages.get(key);
    if (page === undefined) return;
    characters -= key.length + page.text.length;
    pages.delete(key);
  }

  /** The latest is the last in the map, so the first is the one to go. */
  function keep(key: string, page: RenderedPage): void {
    forget(key);
    pages.set(key, page);
    characters += key.length + page.text.length;
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
      if (known?.changes === changes) return known.text;
      const text = await render();
      keep(key, { changes, text });
      return text;
    },
  };
}
