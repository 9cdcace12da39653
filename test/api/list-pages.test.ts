import { beforeAll, describe, expect, test } from 'vitest';
import { placeAlert } from '../support/place-alert.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const TOTAL = 25;
const TIED_AT = '2026-05-05T05:05:05.005Z';
/** All ids in the order of the list: the newest three, then 20 of one moment by id descending, then the oldest two. */
let inOrder: string[] = [];

interface Item {
  readonly id: string;
  readonly received_at: string;
}

beforeAll(async () => {
  const { service, company, stranger } = api;
  const messages = Array.from({ length: TOTAL }, () => alertMessage(company));
  const results = await deliverAlerts(service.url, 'provider_a_alerts', messages);
  const ids = results.map(({ id }) => String(id));
  const moments = ids.map((_, position) => momentOf(position));
  for (const [position, id] of ids.entries()) {
    await placeAlert(service.sql, id, { receivedAt: moments[position] ?? TIED_AT });
  }
  inOrder = [...ids.slice(0, 3), ...ids.slice(5).toSorted().toReversed(), ...ids.slice(3, 5)];
  await deliverAlerts(
    service.url,
    'provider_a_alerts',
    Array.from({ length: 30 }, () => alertMessage(stranger)),
  );
});

function momentOf(position: number): string {
  if (position < 3) return `2026-05-05T05:05:05.0${20 - position}Z`;
  return position < 5 ? `2026-05-05T05:05:05.00${4 - (position - 3)}Z` : TIED_AT;
}

async function readPage(query: string): Promise<{ ids: string[]; meta: unknown }> {
  const { status, body } = await api.client.list(query);
  expect(status).toBe(200);
  return { ids: body.data.map(({ id }: Item) => id), meta: body.meta };
}

test('spec 1 list: 20 alerts a page by default, page 1', async () => {
  const { ids, meta } = await readPage('');
  expect(ids).toEqual(inOrder.slice(0, 20));
  expect(meta).toEqual({ page: 1, per_page: 20, total: TOTAL, total_pages: 2 });
});

test('D18 list: received_at descending, and id descending where it is the same', async () => {
  const { body } = await api.client.list('?per_page=100');
  const keys = body.data.map(({ received_at, id }: Item) => `${received_at} ${id}`);
  expect(keys).toEqual(keys.toSorted().toReversed());
  expect(body.data.map(({ id }: Item) => id)).toEqual(inOrder);
  expect(body.data.filter(({ received_at }: Item) => received_at === TIED_AT)).toHaveLength(20);
});

describe('D18 list: pages never overlap and leave nothing out, even inside one moment', () => {
  test.each([1, 2, 3, 7, 10, 20, 24, 25, 26, 100])('per_page=%i', async (perPage) => {
    const pages = Math.ceil(TOTAL / perPage);
    const seen: string[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { ids, meta } = await readPage(`?page=${page}&per_page=${perPage}`);
      expect(meta).toEqual({ page, per_page: perPage, total: TOTAL, total_pages: pages });
      seen.push(...ids);
    }
    expect(seen).toEqual(inOrder);
  });

  test('pages of a filtered list count only what the filter keeps', async () => {
    const [first] = inOrder;
    await placeAlert(api.service.sql, String(first), { status: 'notfound' });
    const { ids, meta } = await readPage('?status=pending&per_page=10&page=3');
    expect(ids).toEqual(inOrder.slice(21));
    expect(meta).toEqual({ page: 3, per_page: 10, total: TOTAL - 1, total_pages: 3 });
  });
});

describe('D4 list: a page past the end has no data and the true total', () => {
  test.each([
    ['page=3', { page: 3, per_page: 20, total_pages: 2 }],
    ['page=26&per_page=1', { page: 26, per_page: 1, total_pages: 25 }],
    ['page=2&per_page=25', { page: 2, per_page: 25, total_pages: 1 }],
    ['page=2147483648&per_page=100', { page: 2_147_483_648, per_page: 100, total_pages: 1 }],
    ['page=9007199254740991', { page: 9_007_199_254_740_991, per_page: 20, total_pages: 2 }],
  ])('%s', async (query, meta) => {
    const answer = await api.client.list(`?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: [], meta: { ...meta, total: TOTAL } });
  });

  test.each([20, 40, 300])('page of %i digits: no data, the true total', async (digits) => {
    const answer = await api.client.list(`?page=${'9'.repeat(digits)}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual([]);
    expect(answer.body.meta).toEqual({
      page: expect.any(Number),
      per_page: 20,
      total: TOTAL,
      total_pages: 2,
    });
  });
});

test('spec 1 rule 1 list: alerts of another company are in no page and in no total', async () => {
  const { body } = await api.client.list('?per_page=100');
  expect(new Set(body.data.map((alert: { company_id: string }) => alert.company_id))).toEqual(
    new Set([api.company.companyId]),
  );
  const foreign = await api.strangerClient.list('?per_page=100');
  expect(foreign.body.meta.total).toBe(30);
});
