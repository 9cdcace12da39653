import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** What the version before, which still runs beside the new one during an upgrade, neither notices nor misses. */
const HARMLESS = [
  /^create (?:unlogged )?table\b/,
  /^create (?:unique )?index\b/,
  /^create (?:or replace )?(?:function|view)\b/,
  /^create (?:constraint )?trigger\b/,
  /^(?:insert|comment|with|update)\b/,
];
const COLUMN_THAT_FILLS_ITSELF = /^add column \w+ (?:(?!not null).)*$|^add column .*\bdefault\b/s;

/** What was landed before there was a version to upgrade from. */
const BEFORE_THE_FIRST_VERSION: readonly [file: string, words: string][] = [
  ['0002_outbox.sql', 'alter table webhook_endpoints'],
  ['0004_dashboard.sql', 'alter table users'],
  ['0004_dashboard.sql', 'drop index users_by_email'],
  ['0007_bulk_turns.sql', 'drop column holder'],
];

/** The statements of a migration without its comments; what stands between `$$` is part of one. */
function splitStatements(text: string): string[] {
  const parts = text.replaceAll(/--[^\n]*/g, '').match(/(?:\$\$.*?\$\$|'[^']*'|[^;])+/gs) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function isHarmless(statement: string): boolean {
  const [, changes] = /^alter table (?:only )?\w+\s+(.*)$/s.exec(statement) ?? [];
  return changes === undefined
    ? HARMLESS.some((pattern) => pattern.test(statement))
    : splitChanges(changes).every((change) => COLUMN_THAT_FILLS_ITSELF.test(change));
}

/** At the commas outside brackets. */
function splitChanges(changes: string): string[] {
  return changes.split(/,(?![^(]*\))/).map((change) => change.trim());
}

test.each([
  ['alter table alerts add column note text', true],
  ["alter table alerts add column note text not null default ''", true],
  ['alter table alerts add column note text not null', false],
  ['alter table alerts add column note text, drop column issuer', false],
  ['alter table alerts rename column issuer to bank', false],
  ['alter table alerts alter column issuer type varchar(5)', false],
  ['drop table alerts', false],
  ['delete from alerts', false],
  ['create function f() returns int language sql as $$ select 1; drop table alerts $$', true],
])('%s: harmless %s', (statement, expected) => {
  expect(splitStatements(statement)).toHaveLength(1);
  expect(isHarmless(statement)).toBe(expected);
});

function isKnown([file, statement]: readonly [string, string]): boolean {
  return BEFORE_THE_FIRST_VERSION.some(([inFile, words]) => inFile === file && statement.includes(words));
}

describe('a process of the version before goes on working on the newest schema', () => {
  test('because migrations only add', async () => {
    const files = (await readdir(MIGRATIONS)).toSorted();
    expect(files.length).toBeGreaterThan(5);
    const harmful: [string, string][] = [];
    for (const file of files) {
      for (const statement of splitStatements(await readFile(new URL(file, MIGRATIONS), 'utf8'))) {
        if (!isHarmless(statement)) harmful.push([file, statement]);
      }
    }
    expect(harmful.filter((one) => !isKnown(one))).toEqual([]);
  });
});
