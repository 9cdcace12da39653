import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEnrollment } from '../../src/backoffice/enrollments/create-enrollment.ts';
import { COMMAND_LINE } from '../../src/cli/doer.ts';
import { adoptUnroutedAlerts } from '../../src/store/alerts/adopt-unrouted-alerts.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { readDeliveries, readJobs } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

let service: TestService;
let operator: SignedInClient;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  operator = await signIn(service, { role: 'operator' });
  company = await createTestCompany(service.sql);
  await createTestEndpoint(service, company, 'https://app.example/hook');
});
afterAll(() => service.stop());

const CONFLICT = {
  error: { code: 'CONFLICT', message: 'Someone else changed this first; reload to see the current state' },
};

async function sendUnrouted(
  overrides: object = {},
  provider: 'provider_a_alerts' | 'provider_b_rdr' = 'provider_a_alerts',
) {
  const nobodys = { descriptor: `NOBODY ${randomUUID()}`, caid: `NOBODY ${randomUUID()}` };
  const message = alertMessage(company, { ...nobodys, ...overrides });
  const [result] = await deliverAlerts(service.url, provider, [message]);
  expect(result?.result).toBe('unrouted');
  const [row] = await service.sql<{ receivedAt: Date }[]>`
    update unrouted_alerts set received_at = received_at - interval '3 hours' where id = ${String(result?.id)}
    returning received_at`;
  return { id: String(result?.id), message, receivedAt: row?.receivedAt ?? new Date(0) };
}

async function enrollmentOf({ companyId }: TestCompany, provider = 'provider_a_alerts'): Promise<string> {
  const { body } = await operator.get(`/operator/enrollments?company_id=${companyId}`);
  return body.data.find((row: { provider: string }) => row.provider === provider).id;
}

async function countAlerts(id: string): Promise<number> {
  return (await service.sql`select 1 from alerts where id = ${id}`).length;
}

const assign = (id: string, enrollmentId: string) =>
  operator.post(`/operator/unrouted/${id}/assign`, { merchant_enrollment_id: enrollmentId });
const enroll = (id: string, merchantId: string) =>
  operator.post(`/operator/unrouted/${id}/enroll`, { merchant_id: merchantId });

describe('unrouted alerts', () => {
  test('are shown newest first, with their deadline and how many share the route', async () => {
    const first = await sendUnrouted({ amount: '10.00' });
    const second = await sendUnrouted({ descriptor: first.message['descriptor'] });

    const { body } = await operator.get('/operator/unrouted?per_page=100');

    const shown = body.data.filter(({ id }: { id: string }) => id === first.id || id === second.id);
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(shown[1]).toEqual({
      id: first.id,
      provider: 'provider_a_alerts',
      provider_alert_id: first.message['alert_id'],
      received_at: first.receivedAt.toISOString(),
      expires_at: new Date(first.receivedAt.getTime() + service.config.responseWindowMs).toISOString(),
      amount: '10.00',
      currency: 'BRL',
      descriptor: first.message['descriptor'],
      acquirer_bin: '412345',
      caid: first.message['caid'],
      card_bin: '41234567',
      card_last4: '4242',
      same_route: 2,
    });
    expect(body.meta).toMatchObject({ page: 1, per_page: 100 });
    const one = await operator.get('/operator/unrouted?per_page=1&page=2');
    expect(one.body.data).toHaveLength(1);
    expect(one.body.meta.total).toBeGreaterThanOrEqual(2);
  });
});

describe('assigning one', () => {
  test('makes it an alert of the enrollment with its own time and deliveries, and leaves its neighbours', async () => {
    const { id, message, receivedAt } = await sendUnrouted();
    const neighbour = await sendUnrouted({ descriptor: message['descriptor'] });
    const enrollmentId = await enrollmentOf(company);

    const { status, body } = await assign(id, enrollmentId);

    expect(status).toBe(200);
    expect(body).toEqual({ alert_id: id });
    const { body: alert } = await createClient(service.url, company).read(id);
    expect(alert.data).toMatchObject({
      merchant_enrollment_id: enrollmentId,
      merchant_id: company.merchantId,
      provider_alert_id: message['alert_id'],
      received_at: receivedAt.toISOString(),
      expires_at: new Date(receivedAt.getTime() + service.config.responseWindowMs).toISOString(),
      status: 'pending',
      amount: '129.90',
    });
    expect(await readDeliveries(service.sql, id)).toHaveLength(1);
    expect(await readJobs(service.sql, id)).toHaveLength(1);
    expect(await countAlerts(neighbour.id)).toBe(0);
    const owner = await signIn(service, { role: 'owner', companyId: company.companyId });
    const log = await owner.get('/audit-log?action=unrouted_alert.assigned');
    expect(log.body.data[0]).toMatchObject({ subject: id, actor: operator.email });
    expect(await assign(id, enrollmentId)).toMatchObject({ status: 409, body: CONFLICT });
  });

  test('by two operators at once, to different companies, makes one alert', async () => {
    const stranger = await createTestCompany(service.sql);
    const [own, foreign] = [await enrollmentOf(company), await enrollmentOf(stranger)];
    for (let round = 0; round < 5; round += 1) {
      const { id } = await sendUnrouted();
      const answers = await Promise.all([
        assign(id, own),
        assign(id, foreign),
        assign(id, own),
        assign(id, foreign),
      ]);
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 409, 409, 409,
      ]);
      expect(await countAlerts(id)).toBe(1);
    }
  });

  test('while upkeep adopts it makes one alert', async () => {
    const enrollmentId = await enrollmentOf(company);
    for (let round = 0; round < 5; round += 1) {
      const { id, message } = await sendUnrouted();
      await Promise.all([
        assign(id, enrollmentId),
        createEnrollment(
          service.sql,
          COMMAND_LINE,
          {
            merchantId: company.merchantId,
            route: { provider: 'provider_a_alerts', descriptor: String(message['descriptor']) },
          },
          service.config.responseWindowMs,
        ),
        adoptUnroutedAlerts(service.sql, service.config.responseWindowMs, 500),
      ]);
      expect(await countAlerts(id)).toBe(1);
      expect(await readDeliveries(service.sql, id)).toHaveLength(1);
      expect(await readJobs(service.sql, id)).toHaveLength(1);
    }
  });

  test('whoever waited for the lock of a faster one finds it gone', async () => {
    const { id } = await sendUnrouted();
    const enrollmentId = await enrollmentOf(company);
    let answer: ReturnType<typeof assign> | undefined;
    await service.sql.begin(async (transaction) => {
      await transaction`delete from unrouted_alerts where id = ${id}`;
      answer = assign(id, enrollmentId);
      await waitFor('the assignment to wait for the lock', async () => {
        const waiting = await service.sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting.length > 0;
      });
    });
    expect(await answer).toMatchObject({ status: 409, body: CONFLICT });
    expect(await countAlerts(id)).toBe(0);
  });

  test('to an enrollment of the other provider, or to none, is refused and changes nothing', async () => {
    const { id } = await sendUnrouted();
    const other = await assign(id, await enrollmentOf(company, 'provider_b_rdr'));
    expect(other.status).toBe(422);
    expect(other.body.error.message).toContain('the alert came from the other provider');
    const none = await assign(id, randomUUID());
    expect(none.status).toBe(422);
    expect(none.body.error.message).toContain('There is no enrollment with id');
    expect((await service.sql`select 1 from unrouted_alerts where id = ${id}`).length).toBe(1);
    expect((await assign('abc', await enrollmentOf(company))).status).toBe(404);
  });
});

describe('enrolling the route of one', () => {
  test('takes it and all others of the route, now and later', async () => {
    const { id, message, receivedAt } = await sendUnrouted();
    await sendUnrouted({ descriptor: String(message['descriptor']).toLowerCase() });

    const { status, body } = await enroll(id, company.merchantId);

    expect(status).toBe(200);
    expect(body).toEqual({ merchant_enrollment_id: expect.any(String), adopted_alerts: 2 });
    const { body: alert } = await createClient(service.url, company).read(id);
    expect(alert.data).toMatchObject({
      merchant_enrollment_id: body.merchant_enrollment_id,
      received_at: receivedAt.toISOString(),
    });
    const [next] = await deliverAlerts(service.url, 'provider_a_alerts', [
      alertMessage(company, { descriptor: message['descriptor'] }),
    ]);
    expect(next?.result).toBe('accepted');
  });

  test('works where the text is shown masked, since the key of the route was taken before', async () => {
    const descriptor = `SHOP 4111111111111111 ${randomUUID()}`;
    const { id } = await sendUnrouted({ descriptor });

    const { body } = await enroll(id, company.merchantId);

    expect(body.adopted_alerts).toBe(1);
    const list = await operator.get(`/operator/enrollments?merchant_id=${company.merchantId}`);
    const made = list.body.data.find((row: { id: string }) => row.id === body.merchant_enrollment_id);
    expect(made.descriptor).toContain('411111******1111');
    const [next] = await deliverAlerts(service.url, 'provider_a_alerts', [
      alertMessage(company, { descriptor }),
    ]);
    expect(next?.result).toBe('accepted');
  });

  test('of provider B goes by acquirer BIN and card acceptor', async () => {
    const { id, message } = await sendUnrouted({}, 'provider_b_rdr');
    const { body } = await enroll(id, company.merchantId);
    const list = await operator.get(`/operator/enrollments?merchant_id=${company.merchantId}`);
    expect(
      list.body.data.find((row: { id: string }) => row.id === body.merchant_enrollment_id),
    ).toMatchObject({
      provider: 'provider_b_rdr',
      descriptor: null,
      acquirer_bin: '412345',
      caid: message['caid'],
    });
  });

  test('by two operators at once makes one enrollment', async () => {
    const stranger = await createTestCompany(service.sql);
    const { id } = await sendUnrouted();
    const answers = await Promise.all([enroll(id, company.merchantId), enroll(id, stranger.merchantId)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await countAlerts(id)).toBe(1);
    expect(await enroll(id, company.merchantId)).toMatchObject({ status: 409, body: CONFLICT });
  });
});
