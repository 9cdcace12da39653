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

describe('pages that are remembered', () => {
  test('a page is rendered once, and again after a change of its company and no other', async () => {
    const { changes, rendered, show } = createPages();
    expect([await show('ours', '/1'), await show('ours', '/1'), await show('theirs', '/1')]).toEqual([
      'page 1',
      'page 1',
      'page 2',
    ]);
    changes.set('ours', '1');
    expect([await show('ours', '/1'), await show('ours', '/2'), await show('theirs', '/1')]).toEqual([
      'page 3',
      'page 4',
      'page 2',
    ]);
    expect(rendered).toEqual(['ours/1', 'theirs/1', 'ours/1', 'ours/2']);
  });

  test('a change while a page is read makes it stale at once', async () => {
    const { changes, pages } = createPages();
    const early = await pages.show('ours', '/1', async () => {
      changes.set('ours', '1');
      return 'read before or after the change';
    });
    expect(early).toBe('read before or after the change');
    expect(await pages.show('ours', '/1', async () => 'read after it')).toBe('read after it');
  });

  test('beyond the limit those go that were kept first', async () => {
    const { rendered, show } = createPages(3 * 'ours /1page 1'.length);
    for (const path of ['/1', '/2', '/3', '/4']) await show('ours', path);
    for (const path of ['/4', '/3', '/2']) await show('ours', path);
    expect(rendered).toHaveLength(4);
    await show('ours', '/1');
    expect(rendered).toHaveLength(5);
  });

  test('a long path counts as much as a long page', async () => {
    const { rendered, show } = createPages(100);
    const longPath = `/${'1'.repeat(100)}`;
    await show('ours', '/1');
    for (const path of [longPath, longPath, '/1']) await show('ours', path);
    expect(rendered).toHaveLength(4);
  });

  test('one that could not be rendered is tried again', async () => {
    const { pages } = createPages();
    const broken = pages.show('ours', '/1', () => Promise.reject(new Error('no database')));
    await expect(broken).rejects.toThrow('no database');
    expect(await pages.show('ours', '/1', async () => 'well')).toBe('well');
  });
});
