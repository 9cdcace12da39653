// Holds the import law of ARCHITECTURE.md: which folder of src/ may import which other, and what of it the pages may.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const EVERYTHING = '*';
const STAGE = ['loops', 'rules', 'shapes', 'signing', 'store', 'http'];

/** For each folder of src/, the folders it may import besides itself. Files that stand in src/ itself are named alone. */
const LAW: Readonly<Record<string, readonly string[]>> = {
  loops: [],
  rules: [],
  signing: [],
  processes: [],
  shapes: ['rules'],
  store: ['loops', 'rules'],
  metrics: ['rules'],
  tracing: ['loops'],
  http: ['loops', 'rules', 'shapes', 'store'],
  sending: ['rules'],
  outbox: ['loops', 'rules', 'store'],
  intake: STAGE,
  lookup: STAGE,
  callback: STAGE,
  expiry: STAGE,
  upkeep: STAGE,
  webhook: [...STAGE, 'sending', 'outbox'],
  forward: [...STAGE, 'sending', 'outbox'],
  legacy: [...STAGE, 'callback'],
  backoffice: [...STAGE, 'callback'],
  bulk: [...STAGE, 'callback'],
  live: STAGE,
  dashboard: [...STAGE, 'callback', 'backoffice', 'bulk', 'live'],
  sandbox: [...STAGE, 'backoffice'],
  'config.ts': ['rules', 'signing'],
  'open-installation.ts': ['config.ts', 'rules', 'sandbox', 'store'],
  'start-service.ts': [EVERYTHING],
  'create-service-app.ts': [EVERYTHING],
  'create-dashboard-parts.ts': [EVERYTHING],
  'start-processes.ts': [EVERYTHING],
  'start-tracing.ts': [EVERYTHING],
  'start-work.ts': [EVERYTHING],
  'start-delivery.ts': [EVERYTHING],
  cli: [EVERYTHING],
};

/** What the dashboard's pages may know of the service: its rules and its shapes. */
const OPEN_TO_PAGES: readonly string[] = ['rules', 'shapes'];

/** The law as ARCHITECTURE.md shows it, a row for each folder. */
export function describeLaw(): string {
  const rows = [...Object.entries(LAW), ['the pages in dashboard/', OPEN_TO_PAGES] as const];
  return ['| Folder | Imports besides itself |', '|---|---|', ...rows.map(describeRow)].join('\n');
}

function describeRow([folder, allowed]: readonly [string, readonly string[]]): string {
  const imports = allowed.includes(EVERYTHING) ? 'everything' : allowed.join(', ') || 'nothing';
  return `| ${folder} | ${imports} |`;
}

const IMPORT = /(?:from|import)\s*\(?\s*'(?<specifier>\.[^']+)'/g;

export interface Breach {
  readonly file: string;
  readonly imports: string;
}

/** Every import in a file of `sourceFolder` that the law does not allow. */
export async function findBreaches(sourceFolder: string): Promise<Breach[]> {
  const entries = await readdir(sourceFolder, { recursive: true });
  const files = entries.filter((name) => name.endsWith('.ts')).toSorted();
  if (files.length === 0) throw new Error(`No source file found in ${sourceFolder}`);
  const breaches = await Promise.all(
    files.map(async (file) =>
      breachesOf(file, await readFile(join(sourceFolder, file), 'utf8'), sourceFolder),
    ),
  );
  return breaches.flat();
}

function breachesOf(file: string, text: string, sourceFolder: string): Breach[] {
  const from = partOf(file);
  const allowed = LAW[from] ?? [];
  return importsOf(text)
    .map((specifier) => relative(sourceFolder, resolve(sourceFolder, dirname(file), specifier)))
    .filter((imported) => {
      const to = partOf(imported);
      return to !== from && !allowed.includes(to) && !allowed.includes(EVERYTHING);
    })
    .map((imports) => ({ file, imports }));
}

/** Every import in a file of the dashboard that reaches into another part of the service. */
export async function findDashboardBreaches(
  dashboardFolder: string,
  sourceFolder: string,
): Promise<Breach[]> {
  const entries = await readdir(dashboardFolder, { recursive: true });
  const files = entries.filter((name) => /\.tsx?$/.test(name)).toSorted();
  if (files.length === 0) throw new Error(`No source file found in ${dashboardFolder}`);
  const breaches = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(dashboardFolder, file), 'utf8');
      return importsOf(text)
        .map((specifier) => resolve(dashboardFolder, dirname(file), specifier))
        .filter((path) => relative(dashboardFolder, path).startsWith('..'))
        .map((path) => relative(sourceFolder, path))
        .filter((imported) => !OPEN_TO_PAGES.includes(partOf(imported)))
        .map((imports) => ({ file, imports }));
    }),
  );
  return breaches.flat();
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match.groups?.['specifier'] ?? '');
}

/** The folder below src/, or the file's own name when it stands in src/ itself. */
function partOf(path: string): string {
  return path.split(sep)[0] ?? path;
}

if (import.meta.main) {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  const pages = fileURLToPath(new URL('../dashboard/src', import.meta.url));
  const breaches = await findBreaches(source);
  const pageBreaches = await findDashboardBreaches(pages, source);
  for (const { file, imports } of breaches) console.error(`src/${file} must not import src/${imports}`);
  for (const { file, imports } of pageBreaches) {
    console.error(`dashboard/src/${file} must not import src/${imports}`);
  }
  if (breaches.length + pageBreaches.length > 0) process.exitCode = 1;
}
