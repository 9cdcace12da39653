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

/** The values of a row; each also means the empty value. */
function values(text: string): string[] {
  return ['', ...text.trim().split(/\s+/)];
}

const NO_INTEGERS = values(`
  0 -1 -0 1.5 1e3 0x10 0b1 %201 +1 1%20 1%0A 1%00 1,000 1_000 abc NaN Infinity null true %221%22 [1] %D9%A1 %EF%BC%91`);

const NO_DAYS = values(`
  2026-02-30 2026-02-29 1900-02-29 2026-04-31 2026-13-01 2026-00-10 2026-01-00 2026-01-32 0000-01-01 0000-00-00
  2026-1-1 26-01-01 12026-01-01 +2026-01-01 -2026-01-01 20260101 2026/01/01 01-02-2026 2026-06 2026-W01-1 2026-001
  2026-01-01T00:00:00Z 2026-01-01%2000:00:00 %202026-01-01 2026-01-01%20 2026-01-01%0A 2026-01-01%00
  today now epoch infinity 0 1767225600 2026-01-01,2026-01-02 %D9%A2026-01-01 %EF%BC%92026-01-01`);

const NO_STATUSES = values(`
  PENDING Pending unknown %20pending pending%20 pending%00 pending,other null 0 %5B%22pending%22%5D
  __proto__ constructor toString hasOwnProperty`);

const NO_CARD_BINS = values(`
  12345 123456789 41234a abcdef -412345 412345.0 4e10000 0x412345 %20412345 412345%20 412345%00 412345%0A 4123-4567
  412%25 %D9%A4%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5`);

const NO_CARD_LAST4S = values(`
  1 123 12345 123a abcd -123 1.23 %20123 123%20 1234%00 1234%0A 12%25 %D9%A1%D9%A2%D9%A3%D9%A4 4111111111111111`);

async function list(query: string): Promise<[status: number, text: string]> {
  const answer = await api.client.list(`?${query}`);
  return [answer.status, answer.text];
}

function refused(message: string): [status: number, text: string] {
  return [422, JSON.stringify({ error: { code: 'VALIDATION_ERROR', message } })];
}

describe('D4 list: an invalid value → 422 VALIDATION_ERROR with the words of its parameter', () => {
  test.each(NO_INTEGERS)('page=%s', async (value) => {
    expect(await list(`page=${value}`)).toEqual(refused(PAGE));
  });

  test.each([...NO_INTEGERS, '101', '1000', '99999999999999999999', '9'.repeat(400)])(
    'per_page=%s',
    async (value) => {
      expect(await list(`per_page=${value}`)).toEqual(refused(PER_PAGE));
    },
  );

  test.each(NO_STATUSES)('status=%s', async (value) => {
    expect(await list(`status=${value}`)).toEqual(refused(STATUS));
  });

  test.each(NO_DAYS)('date_from=%s', async (value) => {
    expect(await list(`date_from=${value}`)).toEqual(refused(DATE_FROM));
  });

  test.each(NO_DAYS)('date_to=%s', async (value) => {
    expect(await list(`date_to=${value}`)).toEqual(refused(DATE_TO));
  });

  test.each(NO_CARD_BINS)('card_bin=%s', async (value) => {
    expect(await list(`card_bin=${value}`)).toEqual(refused(CARD_BIN));
  });

  test.each(NO_CARD_LAST4S)('card_last4=%s', async (value) => {
    expect(await list(`card_last4=${value}`)).toEqual(refused(CARD_LAST4));
  });

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
  ])('%s without any value', async (name, message) => {
    expect(await list(name)).toEqual(refused(message));
  });
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
  ])('%s', async (query, message) => {
    expect(await list(query)).toEqual(refused(message));
  });

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

const UNKNOWN = values(`
  foo=bar sort=amount order=asc limit=0 offset=-5 Page=0 PER_PAGE=0 page[]=0 status[]=nope status.x=1 foo=1&foo=2
  __proto__=1 constructor=2 toString=3 =x &&& ?page=0 foo=%00 f%00o=1 foo=%zz %FF=%FE
  company_id=00000000-0000-0000-0000-000000000000`);

describe('D4 list: unknown parameters are ignored', () => {
  test.each(UNKNOWN)('?%s', async (query) => {
    const answer = await api.client.list(`?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.body.meta).toEqual({ page: 1, per_page: 20, total: 0, total_pages: 0 });
  });
});
