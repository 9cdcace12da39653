import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { collectRouteOptions } from '../../test/support/dashboard-routes.ts';

const FOLDERS = ['src', 'dashboard/src', 'examples'];
const ROOT = new URL('../../', import.meta.url);

export interface FoundRegExp {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that runs on what comes from outside: the literals of our code, and the patterns of our schemas. */
export async function collectRegExps(): Promise<FoundRegExp[]> {
  const literals = await Promise.all(FOLDERS.map(collectLiterals));
  const document = JSON.parse(await readFile(new URL('openapi.json', ROOT), 'utf8'));
  const schemas = (await collectRouteOptions()).map(({ schema }) => schema);
  const all = [...literals.flat(), ...collectPatterns([document, schemas])];
  return [...new Map(all.map((found) => [`/${found.source}/${found.flags}`, found])).values()];
}

async function collectLiterals(folder: string): Promise<FoundRegExp[]> {
  const directory = new URL(`${folder}/`, ROOT);
  const files = (await readdir(directory, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(fileURLToPath(new URL(file, directory)), 'utf8');
      const lang = file.endsWith('x') ? 'tsx' : 'ts';
      return findLiterals(parseAst(text, { lang }), `${folder}/${file}`);
    }),
  );
  return found.flat();
}

/** Literals, and `new RegExp` of a constant text. */
function findLiterals(node: unknown, where: string): FoundRegExp[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap((each) => findLiterals(each, where));
  if (!('type' in node) || node.type !== 'Literal' || !('regex' in node)) return inside;
  const { pattern, flags } = node.regex as { pattern: string; flags: string };
  return [{ where, source: pattern, flags }];
}

/** The schema library runs them with the flag `u`. */
function collectPatterns(value: unknown): FoundRegExp[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(collectPatterns);
  return 'pattern' in value && typeof value.pattern === 'string'
    ? [{ where: 'a schema', source: value.pattern, flags: 'u' }, ...inside]
    : inside;
}
