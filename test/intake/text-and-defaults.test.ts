import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Provider } from '../../src/rules/provider.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts, postSigned, receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
});
afterAll(() => service.stop());

async function readBack(provider: Provider, fields: object) {
  const id = await receiveAlert(service.url, company, provider, fields);
  return (await createClient(service.url, company).read(id)).body.data;
}

describe('D16: nulls and defaults', () => {
  const optional = ['alert_type', 'arn', 'auth_code', 'reason_code', 'issuer'];
  const left = { alert_type: '', arn: null, auth_code: '', reason_code: '', issuer: '' };

  test.for([
    ['left out', undefined],
    ['null', null],
    ['empty', ''],
  ] as const)('text that is %s becomes "", and arn null', async ([, value]) => {
    const fields = Object.fromEntries(optional.map((field) => [field, value]));
    expect(await readBack(A, fields)).toMatchObject(left);
  });

  test('installments that are left out are null, 0 stays 0', async () => {
    const none = { installment_number: undefined, installment_count: undefined };
    expect(await readBack(A, none)).toMatchObject({ installment_number: null, installment_count: null });
    const zero = { installment_number: 0, installment_count: 0 };
    expect(await readBack(A, zero)).toMatchObject(zero);
  });

  test('provider A needs no caid, provider B no descriptor', async () => {
    expect(await readBack(A, { caid: null })).toMatchObject({ caid: null, descriptor: company.descriptor });
    expect(await readBack(B, { descriptor: undefined })).toMatchObject({
      caid: company.caid,
      descriptor: '',
    });
  });

  test('alert_type is open text', async () => {
    expect(await readBack(A, { alert_type: 'um tipo novo' })).toMatchObject({ alert_type: 'um tipo novo' });
  });

  test('a new alert is pending, its times agree, and provider B has an expires_at for information', async () => {
    for (const provider of [A, B] as const) {
      const alert = await readBack(provider, {});
      expect(alert.status).toBe('pending');
      expect(Date.parse(alert.expires_at) - Date.parse(alert.received_at)).toBe(24 * 3_600_000);
      expect([alert.created_at, alert.updated_at]).toEqual([alert.received_at, alert.received_at]);
    }
  });

  test.for(['129.90', '0', '0.00', '100', '100.0', '0.000001', '999999999999999.999999', '5.10'])(
    'an amount of %s keeps its decimals',
    async (amount) => {
      expect((await readBack(A, { amount })).amount).toBe(amount);
    },
  );

  test.for(['2026-11-01', '2024-02-29', '0001-01-01', '9999-12-31', '2026-10-25'])(
    'a transaction date of %s is that day at 00:00:00.000 UTC',
    async (day) => {
      expect((await readBack(A, { transaction_date: day })).transaction_date).toBe(`${day}T00:00:00.000Z`);
    },
  );
});

describe('D30', () => {
  test.for([
    ['37123456', '371234'],
    ['34123456', '341234'],
    ['41234567', '41234567'],
  ] as const)('a card_bin of %s is stored as %s', async ([given, stored]) => {
    expect((await readBack(A, { card_bin: given })).card_bin).toBe(stored);
    const rows = await service.sql`select 1 from alerts where card_bin = ${given} and ${given !== stored}`;
    expect(rows).toHaveLength(0);
  });
});

describe('text arrives as it was sent', () => {
  test.for([
    'Banco São João & Cia. <b>"x"</b>',
    "'; drop table alerts; --",
    '日本語 🏦 é e\u0301',
    'tab\tand\nline \\ backslash',
    '  spaces kept  ',
    '{"json": [1, 2]}',
    '\u202eright to left\u2028',
  ])('%j', async (text) => {
    expect((await readBack(A, { issuer: text })).issuer).toBe(text);
  });

  test('unknown fields are ignored, whatever they hold', async () => {
    const alert = await readBack(A, {
      id: randomUUID(),
      status: 'notfound',
      company_id: randomUUID(),
      received_at: '2000-01-01T00:00:00Z',
      route_key: 'ff',
      nul: '\u0000',
      half: '\ud800',
      deep: { constructor: { prototype: {} } },
    });
    expect(alert).toMatchObject({ status: 'pending', company_id: company.companyId });
    expect(alert.received_at > '2026').toBe(true);
  });

  test('keys of the prototype are plain unknown fields', async () => {
    const message = JSON.stringify(alertMessage(company)).replace(
      '{',
      '{"__proto__":{"alert_type":"polluted","status":"notfound"},"constructor":{"prototype":{"polluted":true}},',
    );
    const answer = await postSigned(service.url, A, `{"alerts":[${message}],"__proto__":{"polluted":true}}`);
    expect(await answer.json()).toMatchObject({ results: [{ result: 'accepted' }] });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('a required field that only the prototype has is missing', async () => {
    const { alert_id: alertId, ...rest } = alertMessage(company);
    const message = JSON.stringify(rest).replace('{', `{"__proto__":{"alert_id":"${String(alertId)}"},`);
    const answer = await postSigned(service.url, A, `{"alerts":[${message}]}`);
    expect(await answer.json()).toMatchObject({
      results: [{ alert_id: null, result: 'invalid', error: expect.stringContaining('alert_id') }],
    });
  });

  test('a key that is written twice counts as its last value', async () => {
    const message = JSON.stringify(alertMessage(company)).replace('{', '{"amount":"1.00","amount":"x",');
    const answer = await postSigned(service.url, A, `{"alerts":[${message}]}`);
    expect(await answer.json()).toMatchObject({ results: [{ result: 'accepted' }] });
  });
});

describe('text that PostgreSQL cannot hold makes its alert invalid, and the neighbours are stored', () => {
  const fields = [
    'alert_id',
    'descriptor',
    'caid',
    'arn',
    'auth_code',
    'alert_type',
    'reason_code',
    'issuer',
  ];
  const unholdable = [
    ['NUL', '\\u0000'],
    ['half of a surrogate pair', '\\ud800'],
    ['the other half', '\\udc00'],
    ['two halves the wrong way round', '\\udc00\\ud800'],
  ] as const;

  test.for(fields.flatMap((field) => unholdable.map(([what, escape]) => [field, what, escape] as const)))(
    '%s with %s',
    async ([field, , escape]) => {
      const [before, bad, after] = [
        alertMessage(company),
        alertMessage(company, { [field]: 'x HERE x' }),
        alertMessage(company),
      ];
      const body = JSON.stringify({ alerts: [before, bad, after] }).replace('HERE', escape);
      const answer = await postSigned(service.url, A, body);
      expect(answer.status).toBe(200);
      const { results } = (await answer.json()) as { results: { result: string; error?: string }[] };
      expect(results.map(({ result }) => result)).toEqual(['accepted', 'invalid', 'accepted']);
      expect(results[1]?.error).toContain(`${field} must be`);
    },
  );

  test('a whole surrogate pair written as two escapes is text like any other', async () => {
    const body = JSON.stringify({ alerts: [alertMessage(company, { issuer: 'HERE' })] });
    const answer = await postSigned(service.url, A, body.replace('HERE', '\\ud83c\\udfe6'));
    const { results } = (await answer.json()) as { results: { id: string }[] };
    const alert = await createClient(service.url, company).read(String(results[0]?.id));
    expect(alert.body.data.issuer).toBe('🏦');
  });

  test('a message full of such text never takes down messages that arrive at the same moment', async () => {
    const bad = JSON.stringify({ alerts: [alertMessage(company, { issuer: 'HERE' })] }).replace(
      'HERE',
      '\\ud800',
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, sender) =>
        sender % 2
          ? (await postSigned(service.url, A, bad)).status
          : (await deliverAlerts(service.url, A, [alertMessage(company)]))[0]?.result,
      ),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, sender) => (sender % 2 ? 200 : 'accepted')));
  });
});
