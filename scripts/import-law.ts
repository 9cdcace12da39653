// Holds the import law of ARCHITECTURE.md: which folder of src/ may import which other.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const EVERYTHING = '*';
const STAGE = ['rules', 'shapes', 'signing', 'store', 'http'];

/** For each folder of src/, the folders it may import besides itself. Files that stand in src/ itself are named alone. */
const LAW: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  signing: [],
  metrics: [],
  shapes: ['rules'],
  store: ['rules'],
  http: ['rules', 'shapes', 'store'],
  sending: ['rules'],
  outbox: ['rules', 'store'],
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
  'config.ts': ['signing'],
  'open-installation.ts': ['config.ts', 'rules', 'sandbox', 'store'],
  'main.ts': [EVERYTHING],
  'start-work.ts': [EVERYTHING],
  'start-delivery.ts': [EVERYTHING],
  cli: [EVERYTHING],
};

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
  return [...text.matchAll(IMPORT)]
    .map((match) => match.groups?.['specifier'] ?? '')
    .map((specifier) => relative(sourceFolder, resolve(sourceFolder, dirname(file), specifier)))
    .filter((imported) => {
      const to = partOf(imported);
      return to !== from && !allowed.includes(to) && !allowed.includes(EVERYTHING);
    })
    .map((imports) => ({ file, imports }));
}

/** The folder below src/, or the file's own name when it stands in src/ itself. */
function partOf(path: string): string {
  return path.split(sep)[0] ?? path;
}

if (import.meta.main) {
  const breaches = await findBreaches(fileURLToPath(new URL('../src', import.meta.url)));
  for (const { file, imports } of breaches) console.error(`src/${file} must not import src/${imports}`);
  if (breaches.length > 0) process.exitCode = 1;
}
