import { connect as connectSocket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBulkUpdates } from '../../src/bulk/run-bulk-updates.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type SignedInClient, signIn } from '../support/dashboard.ts';
import { lockAlert, waitForLockWaiters } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';
import { startNow, upload, waitUntilDone } from './support.ts';

let service: TestService;
const stopping = new AbortController();
const told: string[] = [];
let newWork = 0;
let running: Promise<void>;

beforeAll(async () => {
  service = await startTestService();
  running = runBulkUpdates(
    {
      sql: service.sql,
      followUpWindowMs: service.config.followUpWindowMs,
      log: pino({ level: 'silent' }),
      onNewWork: () => (newWork += 1),
      tell: (companyId, topic) => told.push(`${companyId} ${topic}`),
    },
    stopping.signal,
  );
});
afterAll(async () => {
  stopping.abort();
  await running;
  await service.stop();
});

async function prepare(): Promise<{
  company: TestCompany;
  client: SignedInClient;
  alert: string;
  id: string;
}> {
  const company = await createTestCompany(service.sql);
  const client = await signIn(service, { role: 'analyst', companyId: company.companyId });
  const alert = await receiveAlert(service.url, company);
  const { id } = await upload(client, `alert,status\n${alert},other`);
  return { company, client, alert, id };
}

test('a batch that ran is told to the pages and to whoever sends', async () => {
  const { company, client, id } = await prepare();
  const before = newWork;
  await startNow(client, service.sql, id);
  await waitUntilDone(client, id);
  await waitFor('the news', () => told.includes(`${company.companyId} alerts`));
  expect(told).toContain(`${company.companyId} bulk_updates`);
  expect(newWork).toBe(before + 1);
});

test('an alert that somebody holds for long holds up its own update and nobody else’s', async () => {
  const [stuck, free] = [await prepare(), await prepare()];
  const held = await lockAlert(service.sql, stuck.alert);
  await startNow(stuck.client, service.sql, stuck.id);
  await waitForLockWaiters(service.sql);
  await startNow(free.client, service.sql, free.id);
  expect(await waitUntilDone(free.client, free.id)).toMatchObject({ rows_applied: 1 });
  const { body } = await stuck.client.get(`/bulk-updates/${stuck.id}`);
  expect(body).toMatchObject({ state: 'running', rows_applied: 0 });
  await held.rollBack();
  expect(await waitUntilDone(stuck.client, stuck.id)).toMatchObject({ rows_applied: 1 });
});

test('an upload that breaks off leaves nothing behind', async () => {
  const client = await signIn(service, { role: 'analyst' });
  const url = new URL(service.url);
  const socket = connectSocket(Number(url.port), url.hostname);
  socket.on('error', () => {});
  socket.write(
    [
      'POST /dashboard/api/bulk-updates/csv HTTP/1.1',
      `Host: ${url.host}`,
      `Origin: ${url.origin}`,
      `Cookie: ${client.cookie()}`,
      'Content-Type: text/csv',
      'Content-Length: 1000000',
      '',
      `alert,status\n${'NONE,other\n'.repeat(20_000)}`,
    ].join('\r\n'),
  );
  const findUpdates = () => service.sql`select 1 from bulk_updates where company_id = ${client.companyId}`;
  await waitFor('the check to begin', async () => (await findUpdates()).length === 1);
  socket.destroy();
  await waitFor('the check to be gone', async () => (await findUpdates()).length === 0);
  expect(await findUpdates()).toHaveLength(0);
});
