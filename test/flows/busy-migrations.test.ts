import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/store/connect.ts';
import { type LockLimits, migrate } from '../../src/store/migrate.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type HeldLock, lockTable, waitForLockWaiters } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

const MIGRATION = '0012_alert_change_counts.sql';

let service: TestService;
let company: TestCompany;
let migrating: Sql;
let lock: HeldLock;
let warnings: [details: object, message: string][];

/** A service of the version before, and a long transaction that uses the table which the new version gives a trigger. */
beforeEach(async () => {
  service = await startTestService();
  const { sql } = service;
  company = await createTestCompany(sql);
  await sql`drop table alert_changes_folded`;
  await sql`drop function count_folded_changes cascade`;
  await sql`delete from schema_migrations where name = ${MIGRATION}`;
  lock = await lockTable(sql, 'alert_tally_changes', 'row exclusive');
  migrating = connect(service.config.databaseUrl ?? '', { applicationName: 'migrate', connectionsMax: 1 });
  warnings = [];
});
afterEach(async () => {
  await lock.rollBack();
  await migrating.end();
  await service.stop();
});

async function tryToMigrate(lockLimits: LockLimits): Promise<string[]> {
  const log = { warn: (details: object, message: string) => void warnings.push([details, message]) };
  return migrate(migrating, { lockLimits, log });
}

async function readApplied(): Promise<string[]> {
  const rows = await service.sql<{ name: string }[]>`
    select name from schema_migrations where name = ${MIGRATION}`;
  return rows.map(({ name }) => name);
}

test('alerts arrive while a migration waits for a busy table, and it goes through when the table is free', async () => {
  const outcome = tryToMigrate({ waitMs: 200, pauseMs: 50, triesMax: 1000 });
  await waitForLockWaiters(service.sql);
  await receiveAlert(service.url, company);
  await waitForLockWaiters(service.sql);
  await receiveAlert(service.url, company);
  expect(await readApplied()).toEqual([]);
  await lock.commit();
  expect(await outcome).toEqual([MIGRATION]);
  expect(await readApplied()).toEqual([MIGRATION]);
  expect(warnings).toEqual([
    [{ migration: MIGRATION }, 'a table that the migration changes is in use; trying again'],
  ]);
});

test('a table that is never free: it gives up, says what to do, leaves nothing behind, and works another time', async () => {
  await expect(tryToMigrate({ waitMs: 50, pauseMs: 10, triesMax: 3 })).rejects.toThrow(
    new RegExp(`${MIGRATION} is not applied: at each of 3 tries .* and migrate again`),
  );
  expect(await readApplied()).toEqual([]);
  const [left] = await service.sql<{ name: string | null }[]>`
    select to_regclass('alert_changes_folded')::text as name`;
  expect(left?.name).toBe(null);
  await lock.rollBack();
  expect(await tryToMigrate({ waitMs: 50, pauseMs: 10, triesMax: 3 })).toEqual([MIGRATION]);
});
