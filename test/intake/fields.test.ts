import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Provider } from '../../src/rules/provider.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';
const MISSING = undefined;
const TOO_LONG = 'x'.repeat(256);

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
});
afterAll(() => service.stop());

async function isStored(alertId: unknown): Promise<boolean> {
  const rows = await service.sql`
    select 1 from alert_receipts where provider_alert_id = ${String(alertId)}
    union all select 1 from alerts where provider_alert_id = ${String(alertId)}`;
  return rows.length > 0;
}

async function countReceipts(): Promise<number> {
  const [row] = await service.sql<{ count: number }[]>`select count(*)::int as count from alert_receipts`;
  return row?.count ?? -1;
}

describe('a bad field makes its alert invalid, the error names the field, and the neighbours are stored', () => {
  test.for<[Provider, field: string, value: unknown]>([
    ...[MISSING, null, '', ' ', 7, TOO_LONG, 'A\u0000B', ['A1'], { id: 'A1' }].map(
      (value): [Provider, string, unknown] => [A, 'alert_id', value],
    ),
    ...[
      MISSING,
      null,
      129.9,
      '',
      'x',
      '-1.00',
      '1,50',
      '1e3',
      '1.',
      '.5',
      '1.1234567',
      '1'.repeat(16),
      ' 1',
    ].map((value): [Provider, string, unknown] => [A, 'amount', value]),
    ...[MISSING, null, '', 'brl', 'BR', 'BRLX', 986, 'B\u0000L'].map((value): [Provider, string, unknown] => [
      A,
      'currency',
      value,
    ]),
    ...[MISSING, null, '', '41234', '412345678', '41234x', 412345, '412345\n'].map(
      (value): [Provider, string, unknown] => [A, 'card_bin', value],
    ),
    ...[MISSING, null, '', '424', '42424', '424x', 4242].map((value): [Provider, string, unknown] => [
      A,
      'card_last4',
      value,
    ]),
    ...[
      MISSING,
      null,
      '',
      '2026-02-30',
      '2026-13-01',
      '2026-1-1',
      '01/11/2026',
      '2026-11-01T00:00:00Z',
      20261101,
    ].map((value): [Provider, string, unknown] => [A, 'transaction_date', value]),
    ...[MISSING, null, '', '   ', 7, TOO_LONG, 'LOJA\u0000'].map((value): [Provider, string, unknown] => [
      A,
      'descriptor',
      value,
    ]),
    ...['alert_type', 'arn', 'auth_code', 'reason_code', 'issuer', 'acquirer_bin', 'caid'].flatMap((field) =>
      [7, true, TOO_LONG, 'a\u0000b', ['x']].map((value): [Provider, string, unknown] => [A, field, value]),
    ),
    ...['installment_number', 'installment_count'].flatMap((field) =>
      ['2', 1.5, -1, 1000, true].map((value): [Provider, string, unknown] => [A, field, value]),
    ),
    ...[MISSING, null, '', '41234', '123456789012', '41234x', 412345].map(
      (value): [Provider, string, unknown] => [B, 'acquirer_bin', value],
    ),
    ...[MISSING, null, '', ' ', 7, TOO_LONG, 'C\u0000'].map((value): [Provider, string, unknown] => [
      B,
      'caid',
      value,
    ]),
    ...[7, TOO_LONG, 'a\u0000b'].map((value): [Provider, string, unknown] => [B, 'descriptor', value]),
  ])('%s: %s = %j', async ([provider, field, value]) => {
    const [before, bad, after] = [
      alertMessage(company),
      alertMessage(company, { [field]: value }),
      alertMessage(company),
    ];
    const receiptsBefore = await countReceipts();
    const results = await deliverAlerts(service.url, provider, [before, bad, after]);
    expect(results.map(({ result }) => result)).toEqual(['accepted', 'invalid', 'accepted']);
    expect(results[1]).toEqual({
      alert_id: typeof bad['alert_id'] === 'string' ? bad['alert_id'] : null,
      result: 'invalid',
      id: null,
      error: expect.stringContaining(`${field} must be`),
    });
    expect([await isStored(before['alert_id']), await isStored(after['alert_id'])]).toEqual([true, true]);
    expect(await countReceipts()).toBe(receiptsBefore + 2);
  });
});

describe('an alert that was invalid may come again, mended', () => {
  test('it is then accepted, not a duplicate', async () => {
    const alertId = randomUUID();
    const [bad] = await deliverAlerts(service.url, A, [
      alertMessage(company, { alert_id: alertId, amount: 'x' }),
    ]);
    expect(bad).toMatchObject({ alert_id: alertId, result: 'invalid' });
    const [mended] = await deliverAlerts(service.url, A, [alertMessage(company, { alert_id: alertId })]);
    expect(mended).toMatchObject({ alert_id: alertId, result: 'accepted' });
  });
});

describe('borders that are still good', () => {
  test.for<[Provider, fields: object]>([
    [A, { alert_id: `${'é'.repeat(200)}${randomUUID()}` }],
    [A, { alert_id: `${'😀'.repeat(219)}${randomUUID()}` }],
    [A, { amount: '0' }],
    [A, { amount: '999999999999999.999999' }],
    [A, { card_bin: '412345' }],
    [A, { transaction_date: '2024-02-29' }],
    [A, { transaction_date: '0001-01-01' }],
    [A, { transaction_date: '9999-12-31' }],
    [A, { installment_number: 0, installment_count: 999 }],
    [A, { issuer: '日本語 🏦 '.repeat(20) }],
    [B, { descriptor: null }],
    [B, { acquirer_bin: company?.acquirerBin ?? '412345' }],
  ])('%s: %j', async ([provider, fields]) => {
    const [result] = await deliverAlerts(service.url, provider, [alertMessage(company, fields)]);
    expect(result?.result).toBe('accepted');
  });
});
