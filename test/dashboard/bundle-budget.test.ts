import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { BUILT_DASHBOARD, buildDashboard } from '../support/build-dashboard.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

let manifest: Manifest;
beforeAll(() => {
  buildDashboard();
  manifest = JSON.parse(readFileSync(join(BUILT_DASHBOARD, '.vite/manifest.json'), 'utf8'));
}, 120_000);

const LANGUAGES = ['en', 'pt-BR'];

function readPage(): string {
  return readFileSync(join(BUILT_DASHBOARD, 'index.html'), 'utf8');
}

/** Everything that a browser must have read before the page stands: what the document names, and these with all they import. */
function filesOf(names: readonly string[]): Set<string> {
  const files = new Set(readPage().match(/assets\/[^"]+\.(?:js|css)/g));
  const visited = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not in the manifest`);
    if (visited.has(name)) return;
    visited.add(name);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return files;
}

function gzippedKilobytes(files: Iterable<string>, ending: string): number {
  const sizes = [...files]
    .filter((file) => file.endsWith(ending))
    .map((file) => gzipSync(readFileSync(join(BUILT_DASHBOARD, file)), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

describe.each(LANGUAGES)(
  'JavaScript that is read before a page stands, its texts in %s included',
  (language) => {
    test.each([
      ['overview', 130, ['common', 'overview']],
      ['alerts', 170, ['common', 'rest']],
      ['login', 130, ['common', 'session']],
    ])('%s: at most %i kB gzipped', (page, limitKilobytes, texts) => {
      const files = filesOf([
        `src/pages/${page}/${page}-page.tsx`,
        ...texts.map((part) => `src/messages/${language}/${part}.ts`),
      ]);
      expect(gzippedKilobytes(files, '.js')).toBeLessThanOrEqual(limitKilobytes);
    });
  },
);

test('all styles: at most 15 kB gzipped', () => {
  const styles = Object.values(manifest).flatMap(({ file, css = [] }) => css.concat(file));
  expect(gzippedKilobytes(new Set(styles), '.css')).toBeLessThanOrEqual(15);
});

test('the document holds no script or style inside itself, which the content policy would refuse', () => {
  const page = readPage();
  expect(page.match(/<script(?![^>]*\ssrc=)[^>]*>/g)).toBeNull();
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  expect(page).toMatch(/<script src="\/dashboard\/assets\/first-paint-[\w-]+\.js"><\/script>/);
});
