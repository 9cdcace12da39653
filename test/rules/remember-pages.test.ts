import { describe, expect, test } from 'vitest';
import { rememberPages } from '../../src/lookup/remember-pages.ts';

/** Pages of companies whose number of changes the test says; each rendering is another text. */
function createPages(charactersMax?: number) {
  const changes = new Map<string, string>();
  const rendered: string[] = [];
  const pages = rememberPages(async (companyId) => changes.get(companyId) ?? '0', charactersMax);
  async function show(companyId: string, path: string): Promise<string> {
    return pages.show(companyId, path, async () => {
      rendered.push(`${companyId}${path}`);
      return `page ${rendered.length}`;
    });
  }
  return { changes, rendered, pages, show };
}

async function showTwice(
  show: (companyId: string, path: string) => Promise<string>,
  path: string,
): Promise<void> {
  await show('ours', path);
  await show('ours', path);
}

const sizeOf = (key: string, text: string): number => 200 + key.length + text.length;

describe('pages that are remembered', () => {
  test('a page is kept when it is asked for a second time, until its company changes, and no other', async () => {
    const { changes, rendered, show } = createPages();
    await show('ours', '/1');
    await show('theirs', '/1');
    expect([await show('ours', '/1'), await show('ours', '/1'), await show('theirs', '/1')]).toEqual([
      'page 3',
      'page 3',
      'page 4',
    ]);
    changes.set('ours', '1');
    expect([await show('ours', '/1'), await show('ours', '/1'), await show('theirs', '/1')]).toEqual([
      'page 5',
      'page 5',
      'page 4',
    ]);
    expect(rendered).toEqual(['ours/1', 'theirs/1', 'ours/1', 'theirs/1', 'ours/1']);
  });

  test('a change while a page is read makes it stale at once', async () => {
    const { changes, pages, show } = createPages();
    await show('ours', '/1');
    const early = await pages.show('ours', '/1', async () => {
      changes.set('ours', '1');
      return 'read before or after the change';
    });
    expect(early).toBe('read before or after the change');
    expect(await pages.show('ours', '/1', async () => 'read after it')).toBe('read after it');
  });

  test('beyond the limit those go that were kept first', async () => {
    const { rendered, show } = createPages(3 * sizeOf('ours /1', 'page 1'));
    for (const path of ['/1', '/2', '/3', '/4']) await showTwice(show, path);
    expect(rendered).toHaveLength(8);
    for (const path of ['/4', '/3', '/2']) await show('ours', path);
    expect(rendered).toHaveLength(8);
    await show('ours', '/1');
    expect(rendered).toHaveLength(9);
  });

  test('paths that are asked for once have the same limit', async () => {
    const { rendered, show } = createPages(2 * sizeOf('ours /1', ''));
    for (const path of ['/1', '/2', '/3']) await show('ours', path);
    // Forgotten, so this is its first time again.
    for (const path of ['/1', '/1', '/1']) await show('ours', path);
    expect(rendered).toHaveLength(5);
  });

  test('a long path counts as much as a long page', async () => {
    const { rendered, show } = createPages(sizeOf('ours /1', 'page 1'));
    await showTwice(show, '/1');
    for (const path of [`/${'1'.repeat(100)}`, '/1']) await show('ours', path);
    expect(rendered).toHaveLength(4);
  });

  test('one that could not be rendered is tried again', async () => {
    const { pages } = createPages();
    const broken = pages.show('ours', '/1', () => Promise.reject(new Error('no database')));
    await expect(broken).rejects.toThrow('no database');
    expect(await pages.show('ours', '/1', async () => 'well')).toBe('well');
  });
});
