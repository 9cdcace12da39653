import { readdir, readFile } from 'node:fs/promises';
import type { Sql } from '../../src/store/connect.ts';

const STORE_FOLDER = new URL('../../src/store/', import.meta.url);
const TEMPLATE_BEGIN = /\b(?:sql|transaction)(?:<[^`]*?>)?`/g;
/** A whole statement, or the common table expressions that a function gives to several. */
const STATEMENT_BEGIN = /^\s*(?:(?:select|insert|update|delete|with)\b|\w+ as (?:materialized )?\()/i;
const FUNCTION_STATEMENT_BEGIN = /(?=\b(?:select|insert|update|delete)\b)/i;

export interface Statement {
  /** The file within the store, or the function, with its brackets. */
  readonly file: string;
  /** The text with its parameters as `${…}`, and with the fragments of the same file written out. */
  readonly text: string;
}

/** Every SQL statement that src/store sends, read from its source. */
export async function readStoreStatements(): Promise<Statement[]> {
  return readStoreTemplates((template) => STATEMENT_BEGIN.test(template));
}

/** Parts of statements that stand alone in the source. */
export async function readStoreFragments(): Promise<Statement[]> {
  return readStoreTemplates((template) => !STATEMENT_BEGIN.test(template));
}

/** Every statement in the functions of the schema, and each query within one by itself. */
export async function readFunctionStatements(sql: Sql): Promise<Statement[]> {
  const functions = await sql<{ name: string; body: string }[]>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace
    order by proname`;
  return functions.flatMap(({ name, body }) =>
    body.split(FUNCTION_STATEMENT_BEGIN).map((text) => ({ file: `${name}()`, text })),
  );
}

async function readStoreTemplates(isWanted: (template: string) => boolean): Promise<Statement[]> {
  const paths = (await readdir(STORE_FOLDER, { recursive: true })).filter((path) => path.endsWith('.ts'));
  const statements = await Promise.all(
    paths.toSorted().map(async (path) => {
      const source = await readFile(new URL(path, STORE_FOLDER), 'utf8');
      return readTemplates(source)
        .filter(isWanted)
        .map((template) => ({ file: path, text: writeFragmentsOut(template, source) }));
    }),
  );
  return statements.flat();
}

/** The tagged templates of a source, outermost only; what is nested stays part of its parent. */
function readTemplates(source: string): string[] {
  const templates: string[] = [];
  const begins = new RegExp(TEMPLATE_BEGIN);
  for (let begin = begins.exec(source); begin !== null; begin = begins.exec(source)) {
    const end = findTemplateEnd(source, begins.lastIndex);
    templates.push(source.slice(begins.lastIndex, end));
    begins.lastIndex = end;
  }
  return templates;
}

/** Where the template that begins here ends; a `${…}` inside may hold templates of its own. */
function findTemplateEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '`') return at;
    if (source.startsWith('${', at)) at = findExpressionEnd(source, at + 2);
  }
  throw new Error('a template never ends');
}

function findExpressionEnd(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '`') at = findTemplateEnd(source, at + 1);
    else if (source[at] === '{') depth += 1;
    else if (source[at] === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new Error('an expression never ends');
}

/** `${matching}`, where `const matching = matchingAlerts(…)`, reads as the template that function returns. */
function writeFragmentsOut(template: string, source: string): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
    const [, maker] = new RegExp(`const ${name} = (\\w+)\\(`).exec(source) ?? [];
    if (maker === undefined) return whole;
    const body = source.slice(source.indexOf(`function ${maker}(`));
    return readTemplates(body)[0] ?? whole;
  });
}
