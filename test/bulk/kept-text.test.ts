import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type SignedInClient, signIn } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readRows, upload } from './support.ts';

const CARD_NUMBER = '4111111111111111';
const MASKED = '411111******1111';

let service: TestService;
let company: TestCompany;
let client: SignedInClient;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
  client = await signIn(service, { role: 'analyst', companyId: company.companyId });
});
afterAll(() => service.stop());

describe('no card number is kept', () => {
  test('that somebody searched for before updating all that match', async () => {
    const filter = { q: `card ${CARD_NUMBER}`, provider_alert_id: CARD_NUMBER, due_within_hours: 6 };
    const { body } = await client.post('/bulk-updates', {
      source: { kind: 'filter', filter },
      status: 'other',
    });
    const kept = { q: `card ${MASKED}`, provider_alert_id: MASKED, due_within_hours: 6 };
    expect(body.filter).toEqual(kept);
    const [row] = await service.sql<
      { request: unknown }[]
    >`select request from bulk_updates where id = ${body.id}`;
    expect(row?.request).toEqual({ status: 'other', filter: kept });
    await client.post(`/bulk-updates/${body.id}/cancel`);
  });

  test('in the name of a file, the name of a column or the place of the status', async () => {
    const content = `alert,status,${CARD_NUMBER}\nNONE,${CARD_NUMBER},`;
    const update = await upload(client, content, `${CARD_NUMBER}.csv`);
    expect(update.file_name).toBe(`${MASKED}.csv`);
    expect(await readRows(client, update.id)).toMatchObject([{ status: MASKED, verdict: 'invalid_status' }]);
    const [{ text } = { text: '' }] = await service.sql<{ text: string }[]>`
      select concat(b, r, a.subject, a.details) as text from bulk_updates b
      join bulk_update_rows r on r.bulk_update_id = b.id
      join audit_log a on a.subject = b.id::text
      where b.id = ${update.id}`;
    expect(text).toContain(MASKED);
    expect(text).not.toContain(CARD_NUMBER);
    await client.post(`/bulk-updates/${update.id}/cancel`);
  });
});

describe('half a character, which JSON can write and no database takes,', () => {
  test.each([
    ['in a selection', { kind: 'selection', alert_ids: ['\ud800'] }, 'alert_ids must be 1 to 1000 ids'],
    ['in a search', { kind: 'filter', filter: { q: 'a\udc00' } }, 'q must be up to 100 characters'],
  ])('%s is refused', async (_where, source, message) => {
    const answer = await client.post('/bulk-updates', { source, status: 'other' });
    expect([answer.status, answer.body.error.message]).toEqual([422, message]);
  });

  test('in the provider’s identifier finds nothing', async () => {
    const source = { kind: 'filter', filter: { provider_alert_id: 'A\ud800' } };
    const answer = await client.post('/bulk-updates', { source, status: 'other' });
    expect([answer.status, answer.body.rows_total]).toEqual([200, 0]);
    await client.post(`/bulk-updates/${answer.body.id}/cancel`);
  });
});

test.each(['1000', '9007199254740991', '9'.repeat(300)])(
  'page %s is past the end, and no failure',
  async (page) => {
    const update = await upload(client, 'alert,status\nNONE,other');
    for (const path of ['/bulk-updates', `/bulk-updates/${update.id}/rows`]) {
      const answer = await client.get(`${path}?page=${page}&per_page=100`);
      expect([answer.status, answer.body.data]).toEqual([200, []]);
      expect(answer.body.meta.total).toBeGreaterThan(0);
    }
    await client.post(`/bulk-updates/${update.id}/cancel`);
  },
);
