import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeLaw, findBreaches, findDashboardBreaches } from '../../scripts/import-law.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-law-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the source keeps the import law', async () => {
  expect(await findBreaches(fileURLToPath(new URL('../../src', import.meta.url)))).toEqual([]);
});

test('ARCHITECTURE.md shows the law as it is held', async () => {
  const architecture = await readFile(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  expect(architecture.split('\n\n')).toContain(describeLaw());
});

test("the dashboard's pages import only rules and shapes of the service", async () => {
  const source = fileURLToPath(new URL('../../src', import.meta.url));
  const pages = fileURLToPath(new URL('../../dashboard/src', import.meta.url));
  expect(await findDashboardBreaches(pages, source)).toEqual([]);
});

test.each([
  ['app/a.tsx', "import { x } from '../../../src/store/b.ts';", ['store/b.ts']],
  ['deep/er/a.ts', "export type * from '../../../../src/start-service.ts';", ['start-service.ts']],
  ['app/a.tsx', "import { x } from '../../../src/rules/b.ts';", []],
  ['app/a.tsx', "import type { X } from '../../../src/shapes/dashboard/b.ts';", []],
  ['app/a.tsx', "import { x } from '../api/b.ts';", []],
])('a page is held to it: %s with %s', async (file, text, found) => {
  const root = await mkdtemp(join(folder, 'pages-'));
  const pages = join(root, 'dashboard/src');
  await mkdir(dirname(join(pages, file)), { recursive: true });
  await writeFile(join(pages, file), text);
  expect(await findDashboardBreaches(pages, join(root, 'src'))).toEqual(
    found.map((imports) => ({ file, imports })),
  );
});

test.each([
  ['rules/a.ts', "import { x } from '../store/b.ts';", 'store/b.ts'],
  ['intake/a.ts', "import type { X } from '../callback/b.ts';", 'callback/b.ts'],
  ['store/a.ts', "export { x } from '../http/b.ts';", 'http/b.ts'],
  ['lookup/deep/a.ts', "const b = await import('../../legacy/b.ts');", 'legacy/b.ts'],
  ['http/a.ts', "import '../start-service.ts';", 'start-service.ts'],
  ['newfolder/a.ts', "import { x } from '../rules/b.ts';", 'rules/b.ts'],
])('a breach is found: %s with %s', async (file, text, imports) => {
  const source = await mkdtemp(join(folder, 'src-'));
  await mkdir(dirname(join(source, file)), { recursive: true });
  await writeFile(join(source, file), text);
  expect(await findBreaches(source)).toEqual([{ file, imports }]);
});
