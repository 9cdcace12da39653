import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { describeSchema } from '../../scripts/describe-schema.ts';
import { listAlerts } from '../../src/store/alerts/list-alerts.ts';
import { connect, type Sql } from '../../src/store/connect.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createTestCompany } from '../support/company.ts';
import { plantAlerts } from '../support/many-alerts.ts';
import { findWrongTallies, foldAll } from '../support/tallies.ts';

const run = promisify(execFile);
const ALERT = {
  provider: 'provider_a_alerts',
  receivedAt: '2026-03-01T12:00:00.500Z',
  status: 'notfound',
  cardBin: '41234567',
  cardLast4: '4242',
} as const;

/** The embedded PostgreSQL comes without pg_dump; one that is installed must be as new as the server. */
const serverUrl = process.env['BACKUP_TEST_SERVER_URL'] ?? inject('serverUrl');
const SERVER_MAJOR = Number(process.env['BACKUP_TEST_SERVER_MAJOR'] ?? 18);
const version = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '';
const hasPgDump = Number(/\d+/.exec(version)?.[0] ?? 0) >= SERVER_MAJOR;

const names = ['saved', 'restored'].map((name) => `${name}_${randomBytes(6).toString('hex')}`);
const [savedUrl = '', restoredUrl = ''] = names.map((name) => new URL(`/${name}`, serverUrl).href);
const pools: Sql[] = [];
const open = (url: string): Sql => {
  const sql = connect(url, { applicationName: 'test backup', connectionsMax: 4 });
  pools.push(sql);
  return sql;
};

beforeAll(async () => {
  const admin = open(serverUrl);
  for (const name of names) await admin.unsafe(`create database ${name}`);
});
afterAll(async () => {
  const [admin, ...others] = pools;
  for (const sql of others) await sql.end();
  for (const name of names) await admin?.unsafe(`drop database ${name} with (force)`);
  await admin?.end();
});

test.runIf(hasPgDump)('what pg_dump saved, pg_restore brings back: schema, alerts, totals', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chargeback-alerts-backup-'));
  const saved = open(savedUrl);
  await migrate(saved);
  const { companyId } = await createTestCompany(saved);
  await plantAlerts(
    saved,
    companyId,
    Array.from({ length: 30 }, () => ALERT),
  );
  await foldAll(saved);
  await plantAlerts(
    saved,
    companyId,
    Array.from({ length: 5 }, () => ALERT),
  );

  const file = join(folder, 'backup');
  await run('pg_dump', ['--format=custom', `--file=${file}`, savedUrl]);
  await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${restoredUrl}`, file]);

  const restored = open(restoredUrl);
  expect(await migrate(restored)).toEqual([]);
  expect(await describeSchema(restored)).toBe(await describeSchema(saved));
  const page = { offset: 0, limit: 50 };
  expect(await listAlerts(restored, companyId, {}, page)).toEqual(
    await listAlerts(saved, companyId, {}, page),
  );
  await plantAlerts(restored, companyId, [ALERT]);
  await foldAll(restored);
  expect(await findWrongTallies(restored, companyId)).toEqual([]);
  expect((await listAlerts(restored, companyId, {}, page)).total).toBe(36);
  await rm(folder, { recursive: true });
});
