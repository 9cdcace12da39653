import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEnrollment } from '../../src/backoffice/enrollments/create-enrollment.ts';
import { COMMAND_LINE } from '../../src/cli/doer.ts';
import type { Route } from '../../src/rules/route-key.ts';
import { insertEnrollment } from '../../src/store/companies/enrollments.ts';
import { runUpkeep } from '../../src/upkeep/run-upkeep.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { DAY_MS } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
});
afterAll(() => service.stop());

/** An alert for a descriptor that nobody is enrolled with yet. */
async function sendUnrouted(overrides: object = {}) {
  const descriptor = `NEW SHOP ${randomBytes(6).toString('hex')}`;
  const message = alertMessage(company, { descriptor, ...overrides });
  const [result] = await deliverAlerts(service.url, A, [message]);
  expect(result).toEqual({ alert_id: message['alert_id'], result: 'unrouted', id: expect.any(String) });
  const [waiting] = await service.sql<{ id: string; receivedAt: Date }[]>`
    select id, received_at from unrouted_alerts where id = ${String(result?.id)}`;
  return { descriptor, message, id: String(result?.id), receivedAt: waiting?.receivedAt };
}

async function enroll(descriptor: string): Promise<number> {
  const { adoptedAlerts } = await createEnrollment(
    service.sql,
    COMMAND_LINE,
    { merchantId: company.merchantId, route: { provider: A, descriptor } },
    service.config.responseWindowMs,
  );
  return adoptedAlerts;
}

async function countUnrouted(id: string): Promise<number> {
  const rows = await service.sql`select 1 from unrouted_alerts where id = ${id}`;
  return rows.length;
}

describe('provider A is routed by descriptor: case and repeated spaces do not matter (design, chapter 2)', () => {
  test.for<[what: string, write: (descriptor: string) => string]>([
    ['as enrolled', (text) => text],
    ['lower case', (text) => text.toLowerCase()],
    ['upper case', (text) => text.toUpperCase()],
    ['spaces around', (text) => `  ${text}\t`],
    ['repeated spaces', (text) => text.replaceAll(' ', '   ')],
  ])('%s', async ([, write]) => {
    const descriptor = `Loja São ${randomBytes(4).toString('hex')}`;
    await enroll(descriptor);
    const id = await receiveAlert(service.url, company, A, { descriptor: write(descriptor) });
    const { data } = (await createClient(service.url, company).read(id)).body;
    expect(data).toMatchObject({ merchant_id: company.merchantId, descriptor: write(descriptor) });
  });

  test('the acquirer BIN and caid of a provider A alert do not matter', async () => {
    const other = await createTestCompany(service.sql);
    const id = await receiveAlert(service.url, company, A, {
      acquirer_bin: other.acquirerBin,
      caid: other.caid,
    });
    expect((await createClient(service.url, company).read(id)).status).toBe(200);
  });
});

describe('provider B is routed by acquirer BIN and caid', () => {
  test.for<[what: string, fields: object]>([
    ['another acquirer BIN', { acquirer_bin: '499999' }],
    ['another caid', { caid: 'SOMEBODY ELSE' }],
  ])('%s is unrouted, whatever the descriptor says', async ([, fields]) => {
    const [result] = await deliverAlerts(service.url, B, [alertMessage(company, fields)]);
    expect(result?.result).toBe('unrouted');
  });

  test('two companies behind one acquirer are told apart by caid', async () => {
    const other = await createTestCompany(service.sql);
    expect(other.acquirerBin).toBe(company.acquirerBin);
    const id = await receiveAlert(service.url, other, B, { descriptor: company.descriptor });
    expect((await createClient(service.url, other).read(id)).status).toBe(200);
    expect((await createClient(service.url, company).read(id)).status).toBe(404);
  });

  test('an enrollment of one provider routes no alert of the other', async () => {
    const caid = `ONLY-A-${randomBytes(4).toString('hex')}`;
    await enroll(`412345/${caid}`);
    const [result] = await deliverAlerts(service.url, B, [
      alertMessage(company, { acquirer_bin: '412345', caid }),
    ]);
    expect(result?.result).toBe('unrouted');
  });
});

describe('what matches no enrollment is kept until one does', () => {
  test('it is nobody’s: no company sees it', async () => {
    const { id, message } = await sendUnrouted();
    const client = createClient(service.url, company);
    expect((await client.read(id)).status).toBe(404);
    expect((await client.list(`?provider_alert_id=${String(message['alert_id'])}`)).body.meta.total).toBe(0);
    expect((await client.answer(id, 'other')).status).toBe(404);
  });

  test('a new enrollment picks it up with its original id, received_at and every field', async () => {
    const fields = { amount: '7.50', arn: 'ARN 1', installment_number: 3, card_bin: '371234' };
    const { id, receivedAt, descriptor, message } = await sendUnrouted(fields);
    expect(await enroll(descriptor)).toBe(1);
    expect(await countUnrouted(id)).toBe(0);
    const { data } = (await createClient(service.url, company).read(id)).body;
    expect(data).toMatchObject({
      ...fields,
      id,
      company_id: company.companyId,
      provider_alert_id: message['alert_id'],
      descriptor,
      caid: company.caid,
      transaction_date: '2026-11-01T00:00:00.000Z',
      status: 'pending',
      received_at: receivedAt?.toISOString(),
      expires_at: new Date(Number(receivedAt) + DAY_MS).toISOString(),
    });
  });

  test('a copy that comes while it waits is a duplicate of it, and so is one that comes after', async () => {
    const { id, descriptor, message } = await sendUnrouted();
    const duplicate = { alert_id: message['alert_id'], result: 'duplicate', id };
    expect(await deliverAlerts(service.url, A, [message])).toEqual([duplicate]);
    await enroll(descriptor);
    expect(await deliverAlerts(service.url, A, [message])).toEqual([duplicate]);
    // Even one that would be routed somewhere else.
    expect(await deliverAlerts(service.url, A, [{ ...message, descriptor: company.descriptor }])).toEqual([
      duplicate,
    ]);
    const stored =
      await service.sql`select 1 from alerts where provider_alert_id = ${String(message['alert_id'])}`;
    expect(stored).toHaveLength(1);
  });

  test('unrouted copies at the same moment make one', async () => {
    const message = alertMessage(company, { descriptor: randomUUID() });
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => deliverAlerts(service.url, A, [message])),
    );
    expect(answers.flat().filter(({ result }) => result === 'unrouted')).toHaveLength(1);
    expect(new Set(answers.flat().map(({ id }) => id)).size).toBe(1);
  });

  test('an alert found its company after its deadline: the answer is late on the first clock', async () => {
    const { id, descriptor } = await sendUnrouted();
    await service.sql`update unrouted_alerts set received_at = received_at - interval '24 hours' where id = ${id}`;
    await enroll(descriptor);
    const answer = await createClient(service.url, company).answer(id, 'notfound');
    expect(answer.body).toEqual({
      error: { code: 'ALERT_INVALID_STATUS', message: 'Response deadline has passed' },
    });
  });

  test('other waiting alerts stay where they are', async () => {
    const [one, other] = [await sendUnrouted(), await sendUnrouted()];
    await enroll(one.descriptor);
    expect([await countUnrouted(one.id), await countUnrouted(other.id)]).toEqual([0, 1]);
  });
});

describe('what raced with its enrollment is picked up by upkeep', () => {
  const routes: Record<string, (tag: string) => Route> = {
    [A]: (tag) => ({ provider: A, descriptor: `RACED ${tag}` }),
    [B]: (tag) => ({ provider: B, acquirerBin: '455555', caid: `RACED ${tag}` }),
  };

  test.for([A, B] as const)('%s: nobody asked, and it becomes an alert', async (provider) => {
    const tag = randomBytes(6).toString('hex');
    const message = alertMessage(company, {
      descriptor: `RACED ${tag}`,
      acquirer_bin: '455555',
      caid: `RACED ${tag}`,
    });
    const [result] = await deliverAlerts(service.url, provider, [message]);
    const id = String(result?.id);
    // The enrollment alone, as if it had been written in the very moment the alert arrived.
    const route = routes[provider]?.(tag);
    if (route === undefined) throw new Error('no route');
    const { companyId, merchantId } = company;
    await insertEnrollment(service.sql, { id: randomUUID(), companyId, merchantId, route });
    expect(await countUnrouted(id)).toBe(1);
    const stopping = new AbortController();
    const parts = {
      attemptsKeptDays: 90,
      responseWindowMs: service.config.responseWindowMs,
      log: pino({ level: 'silent' }),
      onForwardMissed: () => {},
    };
    const upkeep = runUpkeep(service.sql, parts, stopping.signal);
    const client = createClient(service.url, company);
    await waitFor('the alert to be adopted', async () => (await client.read(id)).status === 200);
    stopping.abort();
    await upkeep;
    expect(await countUnrouted(id)).toBe(0);
  });
});
