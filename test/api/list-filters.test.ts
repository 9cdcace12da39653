import { beforeAll, describe, expect, test } from 'vitest';
import type { AlertStatus } from '../../src/rules/alert.ts';
import type { Provider } from '../../src/rules/provider.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

interface Placed {
  readonly provider: Provider;
  readonly receivedAt: string;
  readonly status: AlertStatus;
  readonly card_bin: string;
  readonly card_last4: string;
}

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';

/** Newest first, as the list must show them. */
const ALERTS: Readonly<Record<string, Placed>> = {
  newest: placed(B, '2026-03-12T08:00:00.000Z', 'pending', '5555444', '0007'),
  nextDay: placed(B, '2026-03-11T00:00:00.000Z', 'other', '412345', '4242'),
  lastMoment: placed(A, '2026-03-10T23:59:59.999Z', 'notfound', '41234567', '1111'),
  lastSecond: placed(A, '2026-03-10T23:59:59.000Z', 'pending', '41234567', '4242'),
  firstMoment: placed(A, '2026-03-10T00:00:00.000Z', 'pending', '41234567', '4242'),
  dayBefore: placed(A, '2026-03-09T23:59:59.999Z', 'account_suspended', '412345', '4242'),
  oldest: placed(A, '2026-03-01T12:00:00.000Z', 'expired', '5555444', '0007'),
};
const NAMES = Object.keys(ALERTS);
const names = new Map<string, string>();

function placed(
  provider: Provider,
  receivedAt: string,
  status: AlertStatus,
  card_bin: string,
  card_last4: string,
): Placed {
  return { provider, receivedAt, status, card_bin, card_last4 };
}

beforeAll(async () => {
  const { service, company, stranger } = api;
  for (const [name, alert] of Object.entries(ALERTS)) {
    const card = { card_bin: alert.card_bin, card_last4: alert.card_last4 };
    const id = await receiveAlert(service.url, company, alert.provider, { ...card, alert_id: `own-${name}` });
    await placeAlert(service.sql, id, alert);
    names.set(id, name);
    const foreign = { ...card, alert_id: `foreign-${name}` };
    const foreignId = await receiveAlert(service.url, stranger, alert.provider, foreign);
    await placeAlert(service.sql, foreignId, alert);
  }
  // The same provider id with the other provider, in the other company.
  await receiveAlert(service.url, stranger, B, { alert_id: 'own-oldest' });
});

async function list(query: string): Promise<object> {
  const { status, body } = await api.client.list(query);
  return { status, found: body.data.map(({ id }: { id: string }) => names.get(id) ?? id), meta: body.meta };
}

/** One page with exactly these, in this order. */
function onePage(found: readonly string[]): object {
  const total = found.length;
  return { status: 200, found, meta: { page: 1, per_page: 20, total, total_pages: total === 0 ? 0 : 1 } };
}

describe('spec 1 list: each filter alone', () => {
  test.each<[query: string, expected: string[]]>([
    ['', NAMES],
    ['?status=pending', ['newest', 'lastSecond', 'firstMoment']],
    ['?status=notfound', ['lastMoment']],
    ['?status=account_suspended', ['dayBefore']],
    ['?status=other', ['nextDay']],
    ['?status=expired', ['oldest']],
    ['?provider_alert_id=own-lastMoment', ['lastMoment']],
    ['?provider_alert_id=own-oldest', ['oldest']],
    ['?provider_alert_id=foreign-lastMoment', []],
    ['?provider_alert_id=own-', []],
    ['?provider_alert_id=%25', []],
    ['?provider_alert_id=own_newest', []],
    ["?provider_alert_id='%20or%20'1'='1", []],
    ['?card_bin=41234567', ['lastMoment', 'lastSecond', 'firstMoment']],
    ['?card_bin=5555444', ['newest', 'oldest']],
    ['?card_bin=412345', ['nextDay', 'dayBefore']],
    ['?card_bin=99999999', []],
    ['?card_last4=0007', ['newest', 'oldest']],
    ['?card_last4=1111', ['lastMoment']],
    ['?card_last4=0000', []],
  ])('%s → %j', async (query, expected) => {
    expect(await list(query)).toEqual(onePage(expected));
  });
});

describe('D17 list: a day runs from its first moment to the end of its last second, UTC', () => {
  test.each<[query: string, expected: string[]]>([
    ['?date_from=2026-03-10', ['newest', 'nextDay', 'lastMoment', 'lastSecond', 'firstMoment']],
    ['?date_from=2026-03-11', ['newest', 'nextDay']],
    ['?date_from=2026-03-13', []],
    ['?date_from=0001-01-01', NAMES],
    ['?date_to=2026-03-10', ['lastMoment', 'lastSecond', 'firstMoment', 'dayBefore', 'oldest']],
    ['?date_to=2026-03-09', ['dayBefore', 'oldest']],
    ['?date_to=2026-02-28', []],
    ['?date_to=9999-12-31', NAMES],
    ['?date_from=2026-03-10&date_to=2026-03-10', ['lastMoment', 'lastSecond', 'firstMoment']],
    ['?date_from=2026-03-09&date_to=2026-03-09', ['dayBefore']],
    ['?date_from=2026-03-11&date_to=2026-03-11', ['nextDay']],
  ])('%s → %j', async (query, expected) => {
    expect(await list(query)).toEqual(onePage(expected));
  });

  test('the days of a month, taken one by one, hold every alert exactly once', async () => {
    const seen: string[] = [];
    for (let day = 1; day <= 31; day += 1) {
      const date = `2026-03-${String(day).padStart(2, '0')}`;
      const answer = await api.client.list(`?date_from=${date}&date_to=${date}`);
      seen.push(...answer.body.data.map(({ id }: { id: string }) => names.get(id)));
    }
    expect(seen.toSorted()).toEqual(NAMES.toSorted());
  });
});

describe('spec 1 list: filters combine, all must hold', () => {
  test.each<[query: string, expected: string[]]>([
    ['?status=pending&card_bin=41234567', ['lastSecond', 'firstMoment']],
    ['?status=pending&card_last4=0007', ['newest']],
    ['?status=other&card_bin=41234567', []],
    ['?card_bin=412345&card_last4=4242', ['nextDay', 'dayBefore']],
    ['?card_bin=412345&card_last4=1111', []],
    ['?status=pending&date_to=2026-03-10', ['lastSecond', 'firstMoment']],
    ['?provider_alert_id=own-newest&status=pending', ['newest']],
    ['?provider_alert_id=own-newest&status=other', []],
    ['?provider_alert_id=own-newest&date_to=2026-03-11', []],
    ['?card_last4=4242&date_from=2026-03-09&date_to=2026-03-10', ['lastSecond', 'firstMoment', 'dayBefore']],
    [
      '?page=1&per_page=20&status=notfound&provider_alert_id=own-lastMoment&date_from=2026-03-10' +
        '&date_to=2026-03-10&card_bin=41234567&card_last4=1111',
      ['lastMoment'],
    ],
    ['?status=pending&sort=amount&foo=bar', ['newest', 'lastSecond', 'firstMoment']],
  ])('%s → %j', async (query, expected) => {
    expect(await list(query)).toEqual(onePage(expected));
  });
});

describe('spec 1 rule 4: nothing matches → 200, empty data, zeros, page and per_page echoed', () => {
  test.each([
    ['?date_from=2026-03-12&date_to=2026-03-01', { page: 1, per_page: 20 }],
    ['?provider_alert_id=nobody', { page: 1, per_page: 20 }],
    ['?provider_alert_id=nobody&page=7&per_page=3', { page: 7, per_page: 3 }],
    ['?status=other&card_last4=0007&per_page=100', { page: 1, per_page: 100 }],
  ])('%s', async (query, echoed) => {
    const answer = await api.client.list(query);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(JSON.stringify({ data: [], meta: { ...echoed, total: 0, total_pages: 0 } }));
  });
});

test.each([
  'a b+c&d=e',
  '%41',
  "O'Hara",
  'ünïcødé-😀',
  'a/b\\c',
  '"quoted"',
  '#hash?',
  '100%',
  '😀'.repeat(200),
])('spec 1 list: provider_alert_id %j is found exactly as the provider wrote it', async (alertId) => {
  const { service, stranger, strangerClient, client } = api;
  const id = await receiveAlert(service.url, stranger, A, { alert_id: alertId });
  const query = `?provider_alert_id=${encodeURIComponent(alertId)}`;
  const found = await strangerClient.list(query);
  expect(found.body.data.map((alert: { id: string }) => alert.id)).toEqual([id]);
  expect(found.body.data[0].provider_alert_id).toBe(alertId);
  expect((await client.list(query)).body.meta.total).toBe(0);
});
