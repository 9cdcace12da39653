import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireAlerts } from '../../src/store/alerts/expire-alerts.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { lockAlert, setDeadlineAhead, waitForDatabaseClock, waitForLockWaiters } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { DAY_MS } from '../support/time.ts';

/** Time enough for an answer to begin to wait before the deadline; one that begins later is late all the same. */
const AHEAD_MS = 400;
const LATE = { error: { code: 'ALERT_INVALID_STATUS', message: 'Response deadline has passed' } };

type Client = ReturnType<typeof createClient>;

let service: TestService;
let second: SecondService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  second = await startSecondService(service);
  company = await createTestCompany(service.sql);
  // The statements are prepared and the connections open before a deadline is at stake.
  const warmUp = await receiveAlert(service.url, company);
  await createClient(service.url, company).answer(warmUp, 'other');
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

async function readTrace(alertId: string) {
  const [alert] = await service.sql<{ status: string; expiresAt: Date }[]>`
    select status, expires_at from alerts where id = ${alertId}`;
  const history = await service.sql<{ toStatus: string; changedAt: Date }[]>`
    select to_status, changed_at from alert_history where alert_id = ${alertId} order by history_id`;
  const forwards = await service.sql<
    { outcome: string }[]
  >`select outcome from forwards where alert_id = ${alertId}`;
  return { status: alert?.status, expiresAt: alert?.expiresAt ?? new Date(0), history, forwards };
}

describe('an answer that waits for a lock over the deadline is late (design, chapter 7)', () => {
  const ways: [string, (client: Client, id: string) => ReturnType<Client['answer']>][] = [
    ['over the current API', async (client, id) => client.answer(id, 'notfound')],
    [
      'over the legacy alias',
      async (client, id) => client.legacyAnswer({ alert_id: id, status: 'notfound' }),
    ],
    [
      'under an Idempotency-Key',
      async (client, id) => client.answer(id, 'notfound', { 'idempotency-key': randomUUID() }),
    ],
  ];
  const endings = ['commit', 'rollBack'] as const;

  test.for(ways.flatMap(([way, answer]) => endings.map((ending) => [way, ending, answer] as const)))(
    '%s, when the one before it ends by %s',
    async ([, ending, answer]) => {
      const id = await receiveAlert(service.url, company);
      const deadline = await setDeadlineAhead(service.sql, id, AHEAD_MS);
      const held = await lockAlert(service.sql, id);
      const waiting = answer(createClient(service.url, company), id);
      await waitForLockWaiters(service.sql);
      await waitForDatabaseClock(service.sql, deadline);
      await held[ending]();
      const late = await waiting;
      expect([late.status, late.body]).toEqual([422, LATE]);
      expect(await readTrace(id)).toMatchObject({ status: 'pending', history: [], forwards: [] });
    },
  );

  test.for(endings)(
    'the 6 days of a follow-up just the same, when the one before it ends by %s',
    async (ending) => {
      const id = await receiveAlert(service.url, company);
      const client = createClient(service.url, company);
      expect((await client.answer(id, 'other')).status).toBe(200);
      const [moved] = await service.sql<{ windowEnd: Date }[]>`
      update alerts set received_at = clock_timestamp() + ${AHEAD_MS} * interval '1 ms' - interval '6 days'
      where id = ${id}
      returning received_at + interval '6 days' as window_end`;
      const held = await lockAlert(service.sql, id);
      const waiting = client.answer(id, 'account_suspended');
      await waitForLockWaiters(service.sql);
      await waitForDatabaseClock(service.sql, moved?.windowEnd ?? new Date(0));
      await held[ending]();
      const late = await waiting;
      expect([late.status, late.body]).toEqual([422, LATE]);
      expect((await readTrace(id)).forwards.map(({ outcome }) => outcome)).toEqual(['other']);
    },
  );

  test.for(endings)('one that waited, but not over the deadline, is taken (%s)', async (ending) => {
    const id = await receiveAlert(service.url, company);
    const held = await lockAlert(service.sql, id);
    const waiting = createClient(service.url, company).answer(id, 'notfound');
    await waitForLockWaiters(service.sql);
    await held[ending]();
    expect((await waiting).status).toBe(200);
  });

  test('of two that waited behind each other, the clock of each is read after its own wait', async () => {
    const id = await receiveAlert(service.url, company, 'provider_b_rdr');
    const held = await lockAlert(service.sql, id);
    const waiting = Promise.all([
      createClient(service.url, company).answer(id, 'other'),
      createClient(second.url, company).answer(id, 'notfound'),
    ]);
    await waitForLockWaiters(service.sql, 2);
    const released = await service.sql<{ now: Date }[]>`
      select date_trunc('milliseconds', clock_timestamp()) as now`;
    await held.commit();
    expect((await waiting).map(({ status }) => status)).toEqual([200, 200]);
    const { history } = await readTrace(id);
    const moments = history.map(({ changedAt }) => changedAt.getTime());
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    expect(moments[0]).toBeGreaterThanOrEqual(Number(released[0]?.now));
  });
});

describe('an answer and the expiry at the border', () => {
  test('never both, never neither; an answer that counts was before the deadline', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, async () => receiveAlert(service.url, company)));
    await Promise.all(ids.map(async (id, index) => setDeadlineAhead(service.sql, id, 60 + index * 8)));
    const clients = [createClient(service.url, company), createClient(second.url, company)];
    const answers = new Map<string, number[]>();
    const stopping = new AbortController();
    const expiry = [service.sql, second.sql].map(async (sql) => {
      while (!stopping.signal.aborted) await expireAlerts(sql, 100);
    });
    await Promise.all(
      ids.map(async (id, index) => {
        // Each is answered some milliseconds before its deadline, so that some answers fall right on the border.
        const statuses: number[] = [];
        const last = await readTrace(id);
        await waitForDatabaseClock(service.sql, new Date(last.expiresAt.getTime() - (index % 4) * 3 - 5));
        for (const client of clients) statuses.push((await client.answer(id, 'notfound')).status);
        answers.set(id, statuses);
      }),
    );
    await Promise.all(
      ids.map(async (id) => waitForDatabaseClock(service.sql, (await readTrace(id)).expiresAt)),
    );
    stopping.abort();
    await Promise.all(expiry);
    await expireAlerts(service.sql, 100);
    for (const id of ids) {
      const { status, expiresAt, history, forwards } = await readTrace(id);
      const taken = answers.get(id)?.filter((code) => code === 200).length;
      const steps = history.map(({ toStatus, changedAt }) => ({ toStatus, inTime: changedAt < expiresAt }));
      expect({ taken, forwards: forwards.length, steps }).toEqual(
        status === 'expired'
          ? { taken: 0, forwards: 0, steps: [{ toStatus: 'expired', inTime: false }] }
          : { taken: 1, forwards: 1, steps: [{ toStatus: 'notfound', inTime: true }] },
      );
    }
  });

  test('D12: past the deadline but not marked yet is "Response deadline has passed", marked is "Alert has expired"', async () => {
    const id = await receiveAlert(service.url, company);
    await setDeadlineAhead(service.sql, id, 0);
    const client = createClient(service.url, company);
    expect((await client.answer(id, 'notfound')).body).toEqual(LATE);
    await expireAlerts(service.sql, 100);
    expect((await client.answer(id, 'notfound')).body.error.message).toBe('Alert has expired');
    const { data } = (await client.read(id)).body;
    expect(data.status).toBe('expired');
    expect(Date.parse(data.expires_at) - Date.parse(data.received_at)).toBe(DAY_MS);
  });
});
