import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
});
afterAll(() => service.stop());

test('an alert comes in signed, is listed, read, answered, and remembers who answered', async () => {
  const message = alertMessage(company);
  const [received] = await deliverAlerts(service.url, 'provider_a_alerts', [message]);
  expect(received).toEqual({ alert_id: message['alert_id'], result: 'accepted', id: expect.any(String) });
  const id = String(received?.id);
  const client = createClient(service.url, company);

  const list = await client.list(`?provider_alert_id=${String(message['alert_id'])}`);
  expect(list.status).toBe(200);
  expect(list.body.meta).toEqual({ page: 1, per_page: 20, total: 1, total_pages: 1 });
  const read = await client.read(id);
  expect(read.body.data).toEqual(list.body.data[0]);
  expect(read.body.data).toMatchObject({
    id,
    company_id: company.companyId,
    merchant_id: company.merchantId,
    provider: 'provider_a_alerts',
    amount: '129.90',
    transaction_date: '2026-11-01T00:00:00.000Z',
    status: 'pending',
    arn: null,
    installment_number: 2,
  });
  expect(Date.parse(read.body.data.expires_at) - Date.parse(read.body.data.received_at)).toBe(24 * 3_600_000);

  const answer = await client.answer(id, 'other');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ data: { id, status: 'other', updated_at: expect.any(String) } });
  const after = await client.read(id);
  expect(after.body.data).toMatchObject({ status: 'other', updated_at: answer.body.data.updated_at });

  const history = await service.sql`
    select from_status, to_status, actor_kind, actor from alert_history where alert_id = ${id}`;
  expect([...history]).toEqual([
    { fromStatus: 'pending', toStatus: 'other', actorKind: 'credential', actor: company.clientId },
  ]);
  const forwards = await service.sql`select outcome, state from forwards where alert_id = ${id}`;
  expect([...forwards]).toEqual([{ outcome: 'other', state: 'queued' }]);
});
