import { access, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ATTACKS } from '../../attacks/attacks.ts';

const ROOT = new URL('../../', import.meta.url);
const STATES = ['met', 'partly', 'not met', 'not applicable'];

async function readDocument(name: string): Promise<string> {
  return readFile(new URL(`docs/${name}`, ROOT), 'utf8');
}

test.each(['security.md', 'asvs.md'])('%s names evidence that is there', async (name) => {
  const named = [...(await readDocument(name)).matchAll(/`([\w./-]+\/[\w./-]+\.(?:tsx?|md|sql|json))`/g)];
  expect(named.length).toBeGreaterThan(10);
  await Promise.all(named.map(([, path = '']) => access(new URL(path, ROOT))));
});

test('security.md has a row for every attack', async () => {
  const text = await readDocument('security.md');
  expect(Object.keys(ATTACKS).filter((name) => !text.includes(`| ${name} |`))).toEqual([]);
});

test('asvs.md counts its lines rightly', async () => {
  const text = await readDocument('asvs.md');
  for (const state of STATES) {
    const [, counted] = new RegExp(`^\\| ${state} \\| (\\d+) \\|$`, 'm').exec(text) ?? [];
    expect([state, Number(counted)]).toEqual([state, text.split(`| ${state} | `).length - 2]);
  }
});
