import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPatiently } from '../../src/store/connect.ts';
import { runTallies } from '../../src/upkeep/run-tallies.ts';
import { createTestCompany } from '../support/company.ts';
import { lockTable, waitForLockWaiters } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { foldAll, findWrongTallies } from '../support/tallies.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a stop cancels the count under way, however long it would take, and nothing is counted wrongly by it', async () => {
  const { sql } = service;
  const company = await createTestCompany(sql);
  await receiveAlert(service.url, company);
  const patientSql = connectPatiently(service.config.databaseUrl ?? '', {
    applicationName: 'test tallies',
    connectionsMax: 1,
  });
  const lock = await lockTable(sql, 'alert_tallies', 'access exclusive');
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) });
  const stopping = new AbortController();
  const running = runTallies({ sql, patientSql, log }, stopping.signal);
  await waitForLockWaiters(sql);
  stopping.abort();
  // The table is still held: only a cancelled statement lets them end.
  await running;
  await patientSql.end();
  expect(logLines).toEqual([]);
  await lock.rollBack();
  await foldAll(sql);
  expect(await findWrongTallies(sql, company.companyId)).toEqual([]);
});
