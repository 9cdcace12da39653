import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Of what runs; all of them let us do as we like, as long as their text goes along. */
const LICENCES: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'MIT-0',
]);
/** Of tools, too: what they make is ours whatever these say. */
const LICENCES_OF_TOOLS: ReadonlySet<string> = new Set([...LICENCES, '0BSD', 'MPL-2.0', 'OFL-1.1']);

async function readJson<Content>(name: string): Promise<Content> {
  return JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'));
}

async function readPackages(): Promise<[path: string, locked: LockedPackage][]> {
  const { packages } = await readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  const found = Object.entries(packages).filter(([path]) => path !== '');
  expect(found.length).toBeGreaterThan(100);
  return found;
}

test('every package is pinned to its content', async () => {
  const loose = (await readPackages()).filter(
    ([, { integrity }]) => integrity?.startsWith('sha512-') !== true,
  );
  expect(loose).toEqual([]);
});

test('every package has a licence that we may use it under', async () => {
  const others = (await readPackages()).filter(
    ([, { license = 'none', dev = false }]) => !(dev ? LICENCES_OF_TOOLS : LICENCES).has(license),
  );
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('only packages that are named may run a script when they are installed', async () => {
  const { allowScripts } = await readJson<{ allowScripts: Record<string, boolean> }>('package.json');
  const running = (await readPackages()).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = running.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
});
