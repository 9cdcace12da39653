import { beforeAll, describe, expect, test } from 'vitest';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { HOUR_MS } from '../support/time.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const FULL = {
  alert_id: 'shape-full',
  alert_type: 'customer_dispute',
  amount: '1234.50',
  currency: 'USD',
  card_bin: '41234567',
  card_last4: '0042',
  transaction_date: '2026-10-31',
  arn: '24000000000000000000001',
  auth_code: '031337',
  reason_code: '10.4',
  issuer: 'Banco Exemplo São João',
  installment_number: 2,
  installment_count: 12,
};

/** Only what is required: the rest is left out altogether. */
const BARE = {
  alert_id: 'shape-bare',
  amount: '5',
  currency: 'BRL',
  card_bin: '555544',
  card_last4: '0000',
  transaction_date: '2026-01-01',
};

async function deliverOne(
  provider: 'provider_a_alerts' | 'provider_b_rdr',
  message: object,
): Promise<string> {
  const [result] = await deliverAlerts(api.service.url, provider, [message]);
  expect(result?.result).toBe('accepted');
  return String(result?.id);
}

const ids = { fullA: '', fullB: '', bareA: '', bareB: '' };

beforeAll(async () => {
  const { company } = api;
  ids.fullA = await deliverOne('provider_a_alerts', alertMessage(company, FULL));
  ids.fullB = await deliverOne('provider_b_rdr', alertMessage(company, { ...FULL, alert_type: 'rdr' }));
  ids.bareA = await deliverOne('provider_a_alerts', { ...BARE, descriptor: company.descriptor });
  const route = { acquirer_bin: company.acquirerBin, caid: company.caid };
  ids.bareB = await deliverOne('provider_b_rdr', { ...BARE, ...route });
});

/** What every alert carries, whatever the provider said. */
function ownFields(id: string, provider: string) {
  return {
    id,
    company_id: api.company.companyId,
    merchant_id: api.company.merchantId,
    merchant_enrollment_id: expect.stringMatching(UUID),
    provider,
    status: 'pending',
    received_at: expect.stringMatching(MOMENT),
    expires_at: expect.stringMatching(MOMENT),
    created_at: expect.stringMatching(MOMENT),
    updated_at: expect.stringMatching(MOMENT),
    provider_id: expect.stringMatching(UUID),
  };
}

const FULL_FACTS = {
  provider_alert_id: 'shape-full',
  amount: '1234.50',
  currency: 'USD',
  card_last4: '0042',
  card_bin: '41234567',
  transaction_date: '2026-10-31T00:00:00.000Z',
  arn: '24000000000000000000001',
  auth_code: '031337',
  reason_code: '10.4',
  issuer: 'Banco Exemplo São João',
  installment_number: 2,
  installment_count: 12,
};

const BARE_FACTS = {
  provider_alert_id: 'shape-bare',
  amount: '5',
  currency: 'BRL',
  card_last4: '0000',
  card_bin: '555544',
  transaction_date: '2026-01-01T00:00:00.000Z',
  arn: null,
  auth_code: '',
  alert_type: '',
  reason_code: '',
  issuer: '',
  installment_number: null,
  installment_count: null,
};

describe('D16: exactly the 26 fields of an Alert, with their types', () => {
  test('provider A, everything given', async () => {
    const { body } = await api.client.read(ids.fullA);
    expect(body).toEqual({
      data: {
        ...ownFields(ids.fullA, 'provider_a_alerts'),
        ...FULL_FACTS,
        alert_type: 'customer_dispute',
        descriptor: api.company.descriptor,
        caid: api.company.caid,
      },
    });
    expect(Object.keys(body.data)).toHaveLength(26);
  });

  test('provider B, everything given', async () => {
    const { body } = await api.client.read(ids.fullB);
    expect(body.data).toEqual({
      ...ownFields(ids.fullB, 'provider_b_rdr'),
      ...FULL_FACTS,
      alert_type: 'rdr',
      descriptor: api.company.descriptor,
      caid: api.company.caid,
    });
  });

  test('provider A, only the required: null for arn, caid and installments, "" for every other text', async () => {
    const { body } = await api.client.read(ids.bareA);
    expect(body.data).toEqual({
      ...ownFields(ids.bareA, 'provider_a_alerts'),
      ...BARE_FACTS,
      descriptor: api.company.descriptor,
      caid: null,
    });
  });

  test('provider B, only the required: descriptor is ""', async () => {
    const { body } = await api.client.read(ids.bareB);
    expect(body.data).toEqual({
      ...ownFields(ids.bareB, 'provider_b_rdr'),
      ...BARE_FACTS,
      descriptor: '',
      caid: api.company.caid,
    });
  });

  test('provider_id is one fixed UUID per provider, the same for every company', async () => {
    const { service, stranger, client, strangerClient } = api;
    const foreignA = await strangerClient.read(await receiveAlert(service.url, stranger));
    const foreignB = await strangerClient.read(await receiveAlert(service.url, stranger, 'provider_b_rdr'));
    const ownA = await client.read(ids.fullA);
    const ownB = await client.read(ids.bareB);
    expect(foreignA.body.data.provider_id).toBe(ownA.body.data.provider_id);
    expect(foreignB.body.data.provider_id).toBe(ownB.body.data.provider_id);
    expect(ownA.body.data.provider_id).not.toBe(ownB.body.data.provider_id);
  });

  test.each(['129.90', '0.10', '1000', '5.5', '0', '0.00', '10.000', '999999999999999.999999'])(
    'amount %s keeps its decimals as sent',
    async (amount) => {
      const id = await receiveAlert(api.service.url, api.company, 'provider_a_alerts', { amount });
      expect((await api.client.read(id)).body.data.amount).toBe(amount);
    },
  );
});

test.each(['fullA', 'fullB'] as const)('D10: expires_at is received_at + 24 h (%s)', async (name) => {
  const { received_at, expires_at, created_at, updated_at } = (await api.client.read(ids[name])).body.data;
  expect(Date.parse(expires_at) - Date.parse(received_at)).toBe(24 * HOUR_MS);
  expect([created_at, updated_at]).toEqual([received_at, received_at]);
});

test.each(['fullA', 'fullB', 'bareA', 'bareB'] as const)(
  'D2: read gives 200 { data } with the very bytes of the list item (%s)',
  async (name) => {
    const read = await api.client.read(ids[name]);
    expect(read.status).toBe(200);
    const list = await api.client.list('?per_page=100');
    const item = list.body.data.find(({ id }: { id: string }) => id === ids[name]);
    expect(read.text).toBe(JSON.stringify({ data: item }));
    expect(list.text).toContain(JSON.stringify(item));
  },
);

test('D2: read and list show the same alert after its status changed', async () => {
  const id = await receiveAlert(api.service.url, api.company);
  const answer = await api.client.answer(id, 'other');
  const read = await api.client.read(id);
  expect(read.body.data).toMatchObject({ status: 'other', updated_at: answer.body.data.updated_at });
  const list = await api.client.list(`?provider_alert_id=${read.body.data.provider_alert_id}`);
  expect(list.body.data).toEqual([read.body.data]);
});
