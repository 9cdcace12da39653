import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runExpiry } from '../../src/expiry/run-expiry.ts';
import type { AnswerStatus } from '../../src/rules/alert.ts';
import type { Provider } from '../../src/rules/provider.ts';
import { expireAlerts } from '../../src/store/alerts/expire-alerts.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { lockAlert, setDeadlineAhead } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ageAlert, DAY_MS, HOUR_MS } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';

let service: TestService;
let second: SecondService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});
beforeEach(async () => {
  // What earlier tests left waiting is of no concern to the next.
  await service.sql`update alerts set expires_at = expires_at + interval '1 year' where status = 'pending'`;
  company = await createTestCompany(service.sql);
});

async function readStatus(id: string): Promise<string> {
  return (await createClient(service.url, company).read(id)).body.data.status;
}

async function receiveDue(): Promise<string> {
  const id = await receiveAlert(service.url, company);
  await ageAlert(service.sql, id, DAY_MS);
  return id;
}

async function readHistory(id: string) {
  return service.sql<{ fromStatus: string; toStatus: string; actorKind: string; changedAt: Date }[]>`
    select from_status, to_status, actor_kind, changed_at from alert_history where alert_id = ${id}`;
}

describe('24 h with no response: expired, set by the service (table row 5)', () => {
  test.for<[what: string, Provider, becomes: string, AnswerStatus | undefined, ageMs: number]>([
    ['exactly due', 'provider_a_alerts', 'expired', undefined, DAY_MS],
    ['long overdue', 'provider_a_alerts', 'expired', undefined, 30 * DAY_MS],
    ['an hour short', 'provider_a_alerts', 'pending', undefined, 23 * HOUR_MS],
    ['answered other', 'provider_a_alerts', 'other', 'other', DAY_MS],
    ['answered other, past the 6 days', 'provider_a_alerts', 'other', 'other', 7 * DAY_MS],
    ['answered notfound', 'provider_a_alerts', 'notfound', 'notfound', DAY_MS],
    ['answered account_suspended', 'provider_a_alerts', 'account_suspended', 'account_suspended', DAY_MS],
    ['provider B (D13)', 'provider_b_rdr', 'pending', undefined, 30 * DAY_MS],
    ['provider B answered (D13)', 'provider_b_rdr', 'other', 'other', 30 * DAY_MS],
  ])('%s, %s: afterwards %s', async ([, provider, becomes, answered, ageMs]) => {
    const id = await receiveAlert(service.url, company, provider);
    if (answered !== undefined) await createClient(service.url, company).answer(id, answered);
    await ageAlert(service.sql, id, ageMs);
    const { expired } = await expireAlerts(service.sql, 100);
    expect(expired).toBe(becomes === 'expired' ? 1 : 0);
    expect(await readStatus(id)).toBe(becomes);
  });

  test('promise 6: the history tells when and that it was the service; nothing is forwarded', async () => {
    const id = await receiveDue();
    await expireAlerts(service.sql, 100);
    const alert = (await createClient(service.url, company).read(id)).body.data;
    expect([...(await readHistory(id))]).toEqual([
      {
        fromStatus: 'pending',
        toStatus: 'expired',
        actorKind: 'service',
        changedAt: new Date(alert.updated_at),
      },
    ]);
    expect(alert.updated_at >= alert.expires_at).toBe(true);
    expect(await service.sql`select 1 from forwards where alert_id = ${id}`).toHaveLength(0);
  });

  test('a second pass finds nothing to do', async () => {
    const id = await receiveDue();
    expect((await expireAlerts(service.sql, 100)).expired).toBe(1);
    expect((await expireAlerts(service.sql, 100)).expired).toBe(0);
    expect(await readHistory(id)).toHaveLength(1);
  });

  test('a pass takes no more than it is allowed, oldest deadline first', async () => {
    const ids = [await receiveDue(), await receiveDue(), await receiveDue()];
    await ageAlert(service.sql, ids[1] ?? '', HOUR_MS);
    expect((await expireAlerts(service.sql, 1)).expired).toBe(1);
    expect(await Promise.all(ids.map(readStatus))).toEqual(['pending', 'expired', 'pending']);
    expect((await expireAlerts(service.sql, 100)).expired).toBe(2);
  });
});

describe('several processes', () => {
  test('two at once expire each alert once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, receiveDue));
    const passes = await Promise.all(
      Array.from({ length: 10 }, async (_, pass) => expireAlerts(pass % 2 ? service.sql : second.sql, 7)),
    );
    passes.push(await expireAlerts(service.sql, 100));
    expect(passes.reduce((sum, { expired }) => sum + expired, 0)).toBe(30);
    for (const id of ids) expect(await readHistory(id)).toHaveLength(1);
  });

  test('a row that an answer holds is skipped, not waited for, and taken next time', async () => {
    const [held, free] = [await receiveDue(), await receiveDue()];
    const lock = await lockAlert(service.sql, held);
    const pass = await expireAlerts(second.sql, 100);
    expect(pass.expired).toBe(1);
    expect(pass.nextDueInMs).toBeLessThanOrEqual(0);
    expect([await readStatus(held), await readStatus(free)]).toEqual(['pending', 'expired']);
    await lock.rollBack();
    expect((await expireAlerts(second.sql, 100)).expired).toBe(1);
    expect(await readStatus(held)).toBe('expired');
  });
});

describe('nextDueInMs tells when to look again', () => {
  test('nothing waits: undefined', async () => {
    await service.sql`update alerts set status = 'expired' where status = 'pending' and provider = 'provider_a_alerts'`;
    await receiveAlert(service.url, company, 'provider_b_rdr');
    expect(await expireAlerts(service.sql, 100)).toMatchObject({ expired: 0, nextDueInMs: undefined });
  });

  test('the nearest deadline of those that wait, of any company, on the database clock', async () => {
    await receiveAlert(service.url, company);
    const nearest = await receiveAlert(service.url, await createTestCompany(service.sql));
    await setDeadlineAhead(service.sql, nearest, 60_000);
    const { nextDueInMs } = await expireAlerts(service.sql, 100);
    expect(nextDueInMs).toBeLessThanOrEqual(60_000);
    expect(nextDueInMs).toBeGreaterThan(0);
  });
});

describe('runExpiry, end to end with a RESPONSE_WINDOW of 1 s', () => {
  test('an alert expires by itself, and its answer is then refused with "Alert has expired"', async () => {
    const quick = await startTestService({ RESPONSE_WINDOW: '1s' });
    const stopping = new AbortController();
    const running = runExpiry(quick.sql, pino({ level: 'silent' }), stopping.signal);
    try {
      const owner = await createTestCompany(quick.sql);
      const client = createClient(quick.url, owner);
      const answered = await receiveAlert(quick.url, owner);
      expect((await client.answer(answered, 'other')).status).toBe(200);
      const ignored = await receiveAlert(quick.url, owner);
      const ofB = await receiveAlert(quick.url, owner, 'provider_b_rdr');
      await waitFor(
        'the alert to expire',
        async () => (await client.read(ignored)).body.data.status === 'expired',
      );
      const refused = await client.answer(ignored, 'notfound');
      expect(refused.status).toBe(422);
      expect(refused.body).toEqual({ error: { code: 'ALERT_INVALID_STATUS', message: 'Alert has expired' } });
      const { data } = (await client.read(ignored)).body;
      expect(Date.parse(data.expires_at) - Date.parse(data.received_at)).toBe(1000);
      expect((await client.read(answered)).body.data.status).toBe('other');
      expect((await client.answer(ofB, 'notfound')).status).toBe(200);
      expect((await client.list('?status=expired')).body.meta.total).toBe(1);
    } finally {
      stopping.abort();
      await running;
      await quick.stop();
    }
  });

  test('it goes on after the database refused it for a while', async () => {
    const id = await receiveDue();
    const stopping = new AbortController();
    await service.sql`alter table alert_history rename to alert_history_gone`;
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const running = runExpiry(service.sql, log, stopping.signal);
    await waitFor('a pass to fail', () => lines.length > 0);
    await service.sql`alter table alert_history_gone rename to alert_history`;
    await waitFor('the alert to expire', async () => (await readStatus(id)) === 'expired');
    stopping.abort();
    await running;
    expect(await readHistory(id)).toHaveLength(1);
  });
});
