import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
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
});
afterAll(() => service.stop());

describe('merchants', () => {
  test('are created for a company and found in it', async () => {
    const name = `Loja ${randomUUID()}`;
    const { status, body } = await operator.post('/operator/merchants', {
      company_id: company.companyId,
      name,
    });
    expect(status).toBe(200);

    const found = await operator.get(`/operator/merchants?q=${name.slice(5).toUpperCase()}`);
    expect(found.body.data).toEqual([
      {
        id: body.merchant_id,
        name,
        company_id: company.companyId,
        company_name: expect.stringMatching(/^Company /),
        created_at: expect.stringMatching(/Z$/),
        enrollments: 0,
      },
    ]);
    const own = await operator.get(`/operator/merchants?company_id=${company.companyId}`);
    expect(own.body.data.map((row: { id: string }) => row.id)).toEqual([
      body.merchant_id,
      company.merchantId,
    ]);
    expect(own.body.data[1].enrollments).toBe(2);
  });

  test('of a company that is not there are refused', async () => {
    const { status, body } = await operator.post('/operator/merchants', {
      company_id: randomUUID(),
      name: 'Loja',
    });
    expect(status).toBe(422);
    expect(body.error.message).toContain('There is no company with id');
  });
});

describe('enrollments', () => {
  test('take up what was waiting for their route', async () => {
    const descriptor = `QUIOSQUE ${randomUUID()}`;
    const messages = [1, 2].map(() => alertMessage(company, { descriptor }));
    const results = await deliverAlerts(service.url, 'provider_a_alerts', messages);
    expect(results.map(({ result }) => result)).toEqual(['unrouted', 'unrouted']);

    const { body } = await operator.post('/operator/enrollments', {
      merchant_id: company.merchantId,
      provider: 'provider_a_alerts',
      descriptor: descriptor.toLowerCase(),
    });

    expect(body).toEqual({ merchant_enrollment_id: expect.any(String), adopted_alerts: 2 });
    const { body: alert } = await createClient(service.url, company).read(String(results[0]?.id));
    expect(alert.data.merchant_enrollment_id).toBe(body.merchant_enrollment_id);
    const { body: list } = await operator.get(`/operator/enrollments?merchant_id=${company.merchantId}`);
    expect(list.data).toHaveLength(3);
    expect(list.data[0]).toEqual({
      id: body.merchant_enrollment_id,
      merchant_id: company.merchantId,
      merchant_name: company.merchantName,
      company_id: company.companyId,
      company_name: expect.stringMatching(/^Company /),
      provider: 'provider_a_alerts',
      descriptor: descriptor.toLowerCase(),
      acquirer_bin: null,
      caid: null,
      created_at: expect.stringMatching(/Z$/),
    });
  });

  test('are found by their provider and by a part of the names or the route', async () => {
    const other = await createTestCompany(service.sql);
    const [a, b] = ['provider_a_alerts', 'provider_b_rdr'].map((provider) => [other.merchantId, provider]);
    const both = await findEnrollments(`q=${other.merchantName.toUpperCase()}`);
    // Made in the same moment, they come in any order.
    expect(both).toHaveLength(2);
    expect(both).toEqual(expect.arrayContaining([a, b]));
    expect(await findEnrollments(`q=${other.caid.toLowerCase()}`)).toEqual([b]);
    expect(
      await findEnrollments(`q=${encodeURIComponent(other.descriptor)}&provider=provider_a_alerts`),
    ).toEqual([a]);
    expect(await findEnrollments(`q=${other.merchantName}&provider=provider_b_rdr`)).toEqual([b]);
  });

  test.for([
    [{ provider: 'provider_a_alerts' }, 'provider_a_alerts is matched by descriptor alone.'],
    [
      { provider: 'provider_a_alerts', descriptor: 'D', caid: 'C' },
      'provider_a_alerts is matched by descriptor alone.',
    ],
    [
      { provider: 'provider_b_rdr', caid: 'C' },
      'provider_b_rdr is matched by acquirer_bin and caid together.',
    ],
    [{ provider: 'provider_b_rdr', caid: 'C', acquirer_bin: '1' }, 'The acquirer BIN must be 6-11 digits'],
    [{ provider: 'provider_c' }, 'provider must be one of provider_a_alerts, provider_b_rdr'],
  ] as const)('refuse %o', async ([route, says]) => {
    const { status, body } = await operator.post('/operator/enrollments', {
      merchant_id: company.merchantId,
      ...route,
    });
    expect(status).toBe(422);
    expect(body.error.message).toContain(says);
  });

  test('one route leads to one merchant', async () => {
    const { status, body } = await operator.post('/operator/enrollments', {
      merchant_id: company.merchantId,
      provider: 'provider_a_alerts',
      descriptor: company.descriptor,
    });
    expect(status).toBe(422);
    expect(body.error.message).toContain('is already enrolled with provider_a_alerts');
  });
});

describe('legacy callers', () => {
  test('show who still calls an alias', async () => {
    await createClient(service.url, company).legacyLookup({ alert_id: 'X' });
    const caller = await waitFor('the call to be counted', async () => {
      const { body } = await operator.get('/operator/legacy-callers');
      return body.data.find((row: { client_id: string }) => row.client_id === company.clientId);
    });
    expect(caller).toEqual({
      company_id: company.companyId,
      company_name: expect.stringMatching(/^Company /),
      client_id: company.clientId,
      alias: 'lookup',
      calls: 1,
      last_called_at: expect.stringMatching(/Z$/),
    });
  });
});

describe('everything of the operator', () => {
  test.for(['companies', 'merchants', 'enrollments', 'unrouted', 'providers', 'legacy-callers'])(
    '%s is closed to an owner',
    async (page) => {
      const owner = await signIn(service, { role: 'owner' });
      expect((await owner.get(`/operator/${page}`)).status).toBe(403);
    },
  );
});

/** Merchant and provider of each enrollment that is found. */
async function findEnrollments(query: string): Promise<unknown[]> {
  const { body } = await operator.get(`/operator/enrollments?${query}`);
  return body.data.map((one: { merchant_id: string; provider: string }) => [one.merchant_id, one.provider]);
}
