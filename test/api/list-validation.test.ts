import { describe, expect, test } from 'vitest';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const PAGE = 'page must be an integer greater than or equal to 1';
const PER_PAGE = 'per_page must be an integer between 1 and 100';
const STATUS = 'status must be one of pending, notfound, account_suspended, other, expired';
const DATE_FROM = 'date_from must be a date in YYYY-MM-DD format';
const DATE_TO = 'date_to must be a date in YYYY-MM-DD format';
const CARD_BIN = 'card_bin must be 6-8 digits';
const CARD_LAST4 = 'card_last4 must be 4 digits';

const NO_INTEGERS = [
  ['', '0', '-1', '-0', '1.5', '1e3', '0x10', '%201', '+1', '1%20', '1,000', '1_000', 'abc', 'NaN', 'Infinity'],
  ['null', 'true', '1%00', '%D9%A1', '%EF%BC%91', '0b1', '1%0A', '%221%22', '[1]'],
].flat();

const NO_DAYS = [
  ['', 'today', '2026-02-30', '2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'],
  ['2026-01-32', '0000-01-01', '0000-00-00', '2026-1-1', '26-01-01', '12026-01-01', '+2026-01-01', '-2026-01-01'],
  ['20260101', '2026/01/01', '01-02-2026', '2026-01-01T00:00:00Z', '2026-01-01%2000:00:00', '%202026-01-01'],
  ['2026-01-01%20', '2026-01-01%0A', '2026-01-01%00', 'infinity', 'epoch', 'now', '2026-W01-1', '2026-001', '0'],
  ['%D9%A2026-01-01', '%EF%BC%92026-01-01', '2026-01-01,2026-01-02', '2026-06', '1767225600'],
].flat();

async function expectRefusal(query: string, message: string): Promise<void> {
  const answer = await api.client.list(`?${query}`);
  expect(answer.text).toBe(JSON.stringify({ error: { code: 'VALIDATION_ERROR', message } }));
  expect(answer.status).toBe(422);
}

describe('D4 list: an invalid value → 422 VALIDATION_ERROR with the words of its parameter', () => {
  test.each(NO_INTEGERS)('page=%s', (value) => expectRefusal(`page=${value}`, PAGE));

  test.each([...NO_INTEGERS, '101', '1000', '99999999999999999999', '9'.repeat(400)])('per_page=%s', (value) =>
    expectRefusal(`per_page=${value}`, PER_PAGE),
  );

  test.each(['', 'PENDING', 'Pending', 'unknown', '%20pending', 'pending%20', 'pending%00', 'pending,other', 'null'])(
    'status=%s',
    (value) => expectRefusal(`status=${value}`, STATUS),
  );

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0', '["pending"]'])(
    'status=%s, a name that every object knows',
    (value) => expectRefusal(`status=${encodeURIComponent(value)}`, STATUS),
  );

  test.each(NO_DAYS)('date_from=%s', (value) => expectRefusal(`date_from=${value}`, DATE_FROM));

  test.each(NO_DAYS)('date_to=%s', (value) => expectRefusal(`date_to=${value}`, DATE_TO));

  test.each([
    ['', '12345', '123456789', '41234a', 'abcdef', '-412345', '412345.0', '4e10000', '%20412345', '412345%20'],
    ['412345%00', '412345%0A', '%D9%A4%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5', '4123-4567', '412%25', '0x412345'],
  ].flat())('card_bin=%s', (value) => expectRefusal(`card_bin=${value}`, CARD_BIN));

  test.each([
    ['', '1', '123', '12345', '123a', 'abcd', '-123', '1.23', '%20123', '123%20', '1234%00', '1234%0A', '12%25'],
    ['%D9%A1%D9%A2%D9%A3%D9%A4', '4111111111111111'],
  ].flat())('card_last4=%s', (value) => expectRefusal(`card_last4=${value}`, CARD_LAST4));

  test.each(['', '%00', 'A%00', '%00A'])('provider_alert_id=%s', async (value) => {
    const answer = await api.client.list(`?provider_alert_id=${value}`);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('provider_alert_id') },
    });
  });

  test.each([
    ['page', PAGE],
    ['per_page', PER_PAGE],
    ['status', STATUS],
    ['date_from', DATE_FROM],
    ['date_to', DATE_TO],
    ['card_bin', CARD_BIN],
    ['card_last4', CARD_LAST4],
  ])('%s without any value', (name, message) => expectRefusal(name, message));
});

describe('D4 list: a repeated parameter is invalid, even with the same sound value', () => {
  test.each([
    ['page=1&page=2', PAGE],
    ['page=1&page=1', PAGE],
    ['per_page=20&per_page=20', PER_PAGE],
    ['status=pending&status=other', STATUS],
    ['status=pending&status=pending', STATUS],
    ['date_from=2026-01-01&date_from=2026-01-01', DATE_FROM],
    ['date_to=2026-01-01&date_to=2026-01-02', DATE_TO],
    ['card_bin=412345&card_bin=412345', CARD_BIN],
    ['card_last4=4242&card_last4=4242', CARD_LAST4],
    ['page=1&per_page=20&page=1', PAGE],
    ['page=1&%70age=1', PAGE],
  ])('%s', (query, message) => expectRefusal(query, message));

  test('provider_alert_id=A&provider_alert_id=A', async () => {
    const answer = await api.client.list('?provider_alert_id=A&provider_alert_id=A');
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toContain('provider_alert_id');
  });
});

describe('D4 list: sound values at the edges are taken', () => {
  test.each([
    ['page=1', { page: 1, per_page: 20 }],
    ['per_page=1', { page: 1, per_page: 1 }],
    ['per_page=100', { page: 1, per_page: 100 }],
    ['page=9007199254740991', { page: 9_007_199_254_740_991, per_page: 20 }],
    ['page=9007199254740991&per_page=100', { page: 9_007_199_254_740_991, per_page: 100 }],
    ['date_from=2024-02-29&date_to=2000-02-29', { page: 1, per_page: 20 }],
    ['date_from=0001-01-01', { page: 1, per_page: 20 }],
    ['date_to=9999-12-31', { page: 1, per_page: 20 }],
    ['date_from=9999-12-31&date_to=0001-01-01', { page: 1, per_page: 20 }],
    ['card_bin=000000', { page: 1, per_page: 20 }],
    ['card_bin=00000000&card_last4=0000', { page: 1, per_page: 20 }],
  ])('%s → 200', async (query, meta) => {
    const answer = await api.client.list(`?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: [], meta: { ...meta, total: 0, total_pages: 0 } });
  });
});

describe('D4 list: unknown parameters are ignored', () => {
  test.each([
    ['foo=bar', 'sort=amount', 'order=asc', 'limit=0', 'offset=-5', 'Page=0', 'PER_PAGE=0', 'page[]=0'],
    ['status[]=nope', 'status.x=1', '__proto__=1', 'constructor=2', 'toString=3', '=x', '&&&', 'foo=1&foo=2'],
    ['company_id=00000000-0000-0000-0000-000000000000', 'foo=%00', 'f%00o=1', 'foo=%zz', '%FF=%FE', '?page=0'],
  ].flat())('?%s', async (query) => {
    const answer = await api.client.list(`?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.body.meta).toEqual({ page: 1, per_page: 20, total: 0, total_pages: 0 });
  });
});
