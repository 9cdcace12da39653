import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertEnrollment } from '../../src/store/companies/enrollments.ts';
import { insertMerchant } from '../../src/store/companies/merchants.ts';
import { placeAlert } from '../support/place-alert.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();
const ids: Record<string, string> = {};
const merchantId = randomUUID();

beforeAll(async () => {
  const { service, company, stranger } = dashboard;
  const { url, sql } = service;
  await insertMerchant(sql, { id: merchantId, companyId: company.companyId, name: 'Padaria São João 100%' });
  const descriptor = `PADARIA ${company.companyId}`;
  await insertEnrollment(sql, {
    id: randomUUID(),
    companyId: company.companyId,
    merchantId,
    route: { provider: 'provider_a_alerts', descriptor },
  });
  ids['first'] = await receiveAlert(url, company, 'provider_a_alerts', {
    alert_id: 'FIRST-1',
    amount: '1234.50',
    auth_code: 'AUTH01',
    arn: '74537601234567890123456',
    issuer: 'Banco do Norte',
  });
  ids['second'] = await receiveAlert(url, company, 'provider_a_alerts', {
    alert_id: 'FIRST-22',
    amount: '99.00',
    card_bin: '550000',
    card_last4: '0007',
    auth_code: '4242',
    issuer: 'Caixa_Sul',
  });
  ids['third'] = await receiveAlert(url, company, 'provider_b_rdr', {
    alert_id: 'B%1',
    amount: '4242',
    card_bin: '55000012',
    card_last4: '1111',
    auth_code: '',
    issuer: 'CaixaXSul',
  });
  ids['bakery'] = await receiveAlert(url, company, 'provider_a_alerts', {
    alert_id: 'BAKERY',
    descriptor,
    amount: '10.00',
    card_last4: '2222',
    issuer: '',
  });
  await placeAlert(sql, ids['first'], { receivedAt: '2026-10-01T00:00:00.000Z', status: 'notfound' });
  await placeAlert(sql, ids['second'], { receivedAt: '2026-10-01T23:59:59.999Z', status: 'other' });
  await placeAlert(sql, ids['third'], { receivedAt: '2026-10-02T00:00:00.000Z' });
  // What another company has, and must not be found.
  await deliverAlerts(url, 'provider_a_alerts', [
    alertMessage(stranger, {
      alert_id: 'FIRST-1x',
      amount: '1234.50',
      auth_code: 'AUTH01',
      issuer: 'Banco do Norte',
    }),
  ]);
});

async function find(query: Record<string, string>): Promise<string[]> {
  const answer = await dashboard.analyst.get(`/alerts?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  const found = answer.body.data.map(({ id }: { id: string }) => id);
  expect(answer.body.meta.total).toBe(found.length);
  return Object.keys(ids).filter((name) => found.includes(ids[name]));
}

describe('filters', () => {
  test.for<[query: Record<string, string>, names: string[]]>([
    [{ status: 'notfound' }, ['first']],
    [{ provider: 'provider_b_rdr' }, ['third']],
    [{ provider_alert_id: 'FIRST-1' }, ['first']],
    [{ provider_alert_id: 'FIRST' }, []],
    [{ merchant_id: merchantId }, ['bakery']],
    [{ card_bin: '550000' }, ['second']],
    [{ card_bin: '55000012' }, ['third']],
    [{ card_last4: '2222' }, ['bakery']],
    // Day borders, to the millisecond (D17).
    [{ date_from: '2026-10-01', date_to: '2026-10-01' }, ['first', 'second']],
    [{ date_from: '2026-10-02', date_to: '2026-10-02' }, ['third']],
    [{ date_to: '2026-09-30' }, []],
    [{ date_from: '2026-10-02', date_to: '2026-10-01' }, []],
    // All that is given must hold.
    [{ view: 'answered', status: 'notfound' }, ['first']],
    [{ view: 'needs_answer', status: 'notfound' }, []],
    [{ date_to: '2026-10-01', q: 'first', status: 'other' }, []],
    [{ date_to: '2026-10-01', q: 'FIRST', status: 'other', card_last4: '0007' }, ['second']],
    [{ unknown: 'x', provider: 'provider_b_rdr' }, ['third']],
  ])('%o', async ([query, names]) => {
    expect(await find(query)).toEqual(names);
  });
});

describe('free search', () => {
  test.for<[q: string, names: string[]]>([
    ['FIRST-1', ['first']],
    ['FIRST-', ['first', 'second']],
    ['AUTH01', ['first']],
    ['AUTH', []],
    ['74537601234567890123456', ['first']],
    // The last four digits, a code and an amount at once.
    ['4242', ['first', 'second', 'third']],
    ['0007', ['second']],
    ['550000', ['second', 'third']],
    ['55000012', ['third']],
    ['1234.5', ['first']],
    ['1.234,50', ['first']],
    ['99', ['second']],
    ['norte', ['first']],
    ['padaria', ['bakery']],
    ['são joão', ['bakery']],
    // What means something in a pattern is only text here.
    ['100%', ['bakery']],
    ['B%', ['third']],
    ['%', ['bakery']],
    ['caixa_sul', ['second']],
    ['\\', []],
    ["'; drop table alerts; --", []],
    ['   ', ['first', 'second', 'third', 'bakery']],
  ])('%s', async ([q, names]) => {
    expect(await find({ q })).toEqual(names);
  });

  test('our own id, in whatever case and with spaces around it', async () => {
    expect(await find({ q: ` ${String(ids['second']).toUpperCase()} ` })).toEqual(['second']);
    expect(await find({ q: randomUUID() })).toEqual([]);
  });
});

describe('what is not valid is said in the API’s own words', () => {
  test.for<[query: string, message: string]>([
    ['view=some', 'view must be one of needs_answer, answered, expired, auto_refunded, all'],
    ['status=done', 'status must be one of pending, notfound, account_suspended, other, expired'],
    ['provider=a', 'provider must be one of provider_a_alerts, provider_b_rdr'],
    ['merchant_id=1', 'merchant_id must be a UUID'],
    ['provider_alert_id=', 'provider_alert_id must be 1 to 255 characters'],
    ['date_from=2026-02-30', 'date_from must be a date in YYYY-MM-DD format'],
    ['date_to=', 'date_to must be a date in YYYY-MM-DD format'],
    ['card_bin=12345', 'card_bin must be 6-8 digits'],
    ['card_last4=12345', 'card_last4 must be 4 digits'],
    ['card_last4=1234&card_last4=1234', 'card_last4 must be 4 digits'],
    ['due_within_hours=0', 'due_within_hours must be an integer between 1 and 8784'],
    ['due_within_hours=1.5', 'due_within_hours must be an integer between 1 and 8784'],
    [`q=${'x'.repeat(101)}`, 'q must be up to 100 characters'],
    ['q=%00', 'q must be up to 100 characters'],
    ['page=0', 'page must be an integer greater than or equal to 1'],
    ['per_page=101', 'per_page must be an integer between 1 and 100'],
  ])('%s', async ([query, message]) => {
    const answer = await dashboard.analyst.get(`/alerts?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: { code: 'VALIDATION_ERROR', message } });
  });
});
