import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderSnapshots } from '../../scripts/render-snapshots.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each(['schema.sql', 'openapi.json'])(
  '%s is what the code makes; else run `npm run snapshots`',
  async (name) => {
    const snapshots = await renderSnapshots(database.sql);
    const committed = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
    expect(snapshots[name]).toBe(committed);
  },
);
