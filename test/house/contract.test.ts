import { access, glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

async function readContract(): Promise<string> {
  return readFile(new URL('docs/contract.md', ROOT), 'utf8');
}

/** Every number that a comment or a test cites: `D12`, and of `promises 1, 2 and 5` each one as `1`. */
async function findCitedNumbers(): Promise<ReadonlySet<string>> {
  const cited = new Set<string>();
  for await (const path of glob('{src,test}/**/*.ts', { cwd: ROOT })) {
    const text = await readFile(new URL(path, ROOT), 'utf8');
    for (const [rule] of text.matchAll(/(?<!%)\bD\d+\b/g)) cited.add(rule);
    for (const [, list = ''] of text.matchAll(/\bpromises? (\d+(?:(?:, | and )\d+)*)/gi)) {
      for (const [promise] of list.matchAll(/\d+/g)) cited.add(promise);
    }
  }
  return cited;
}

test('docs/contract.md has a row for every rule and promise that is cited by number', async () => {
  const rows = new Set([...(await readContract()).matchAll(/^\| (D?\d+) \|/gm)].map(([, number]) => number));
  const cited = await findCitedNumbers();
  expect(cited.size).toBeGreaterThan(30);
  expect([...cited].filter((number) => !rows.has(number))).toEqual([]);
});

test('docs/contract.md names files that are there', async () => {
  const named = [...(await readContract()).matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)];
  expect(named.length).toBeGreaterThan(30);
  await Promise.all(named.map(([, path = '']) => access(new URL(path, ROOT))));
});
