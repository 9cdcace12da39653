import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import { lockAlert, waitForLockWaiters } from '../support/locks.ts';
import { alertMessage, deliverAlerts, postAlerts, receiveAlert } from '../support/provider.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

const UNAVAILABLE = { error: { code: 'UNAVAILABLE', message: expect.any(String) } };
const COMMIT_GATE = 4711;

let service: TestService;
/** The one whose connections are killed; the test's own go through the first. */
let victim: SecondService;
let proxy: CutProxy;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  victim = await startSecondService(service);
  proxy = await startCutProxy(service.config.databaseUrl ?? '');
  company = await createTestCompany(service.sql);
});
afterAll(async () => {
  await victim.stop();
  await proxy.stop();
  await service.stop();
});

async function terminate(pids: readonly number[]): Promise<void> {
  for (const pid of pids) await service.sql`select pg_terminate_backend(${pid})`;
}

/** In one statement, so that no commit can fall between two looks. */
async function countChanges(
  alertId: string,
): Promise<[status: string | undefined, history: number | undefined, forwards: number | undefined]> {
  const [row] = await service.sql<{ status: string; history: number; forwards: number }[]>`
    select status,
      (select count(*) from alert_history h where h.alert_id = a.id)::int as history,
      (select count(*) from forwards f where f.alert_id = a.id)::int as forwards
    from alerts a where id = ${alertId}`;
  return [row?.status, row?.history, row?.forwards];
}

/** A service behind the proxy with connections that have not committed anything yet. */
async function withProxiedService(
  connectionsMax: number,
  work: (proxied: SecondService) => Promise<void>,
): Promise<void> {
  const proxied = await startSecondService(service, { databaseUrl: proxy.url, connectionsMax });
  try {
    await work(proxied);
  } finally {
    await proxied.stop();
  }
}

describe('a connection that is killed in the middle of an answer: 503, never 200 (design, chapter 7)', () => {
  test('while it waits for a lock: nothing changed, and the next answer is taken', async () => {
    const id = await receiveAlert(service.url, company);
    const client = createClient(victim.url, company);
    const held = await lockAlert(service.sql, id);
    const waiting = client.answer(id, 'notfound');
    await terminate(await waitForLockWaiters(service.sql));
    const answer = await waiting;
    expect([answer.status, answer.body]).toEqual([503, UNAVAILABLE]);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    await held.rollBack();
    expect(await countChanges(id)).toEqual(['pending', 0, 0]);
    await waitFor('an answer to be taken', async () => (await client.answer(id, 'notfound')).status === 200);
    expect(await countChanges(id)).toEqual(['notfound', 1, 1]);
  });

  test('while it commits: what is answered and what is stored agree', async () => {
    await service.sql.unsafe(`
      create function wait_at_gate() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(${COMMIT_GATE}); return null; end $$;
      create constraint trigger wait_at_gate after insert on forwards deferrable initially deferred
        for each row execute function wait_at_gate();`);
    const id = await receiveAlert(service.url, company);
    const client = createClient(victim.url, company);
    const gate = await service.sql.reserve();
    await gate`select pg_advisory_lock(${COMMIT_GATE})`;
    const waiting = client.answer(id, 'notfound');
    await terminate(await waitForLockWaiters(service.sql));
    const answer = await waiting;
    await gate`select pg_advisory_unlock(${COMMIT_GATE})`;
    gate.release();
    await service.sql.unsafe('drop trigger wait_at_gate on forwards; drop function wait_at_gate');
    expect([answer.status, answer.body]).toEqual([503, UNAVAILABLE]);
    expect(await countChanges(id)).toEqual(['pending', 0, 0]);
  });

  test('under an Idempotency-Key: the key is free again, and the repeated request is the first one', async () => {
    const id = await receiveAlert(service.url, company);
    const client = createClient(victim.url, company);
    const key = { 'idempotency-key': randomUUID() };
    const held = await lockAlert(service.sql, id);
    const waiting = client.answer(id, 'other', key);
    await terminate(await waitForLockWaiters(service.sql));
    expect((await waiting).status).toBe(503);
    await held.commit();
    const repeated = await waitFor('the repeated request to be taken', async () => {
      const answer = await client.answer(id, 'other', key);
      return answer.status === 200 && answer;
    });
    expect(repeated.headers.get('idempotency-replayed')).toBeNull();
    expect(await countChanges(id)).toEqual(['other', 1, 1]);
  });
});

describe('a commit whose answer is lost on the way: 503, although it happened', () => {
  test('the change stands, and a second request meets it', async () => {
    await withProxiedService(1, async (proxied) => {
      const id = await receiveAlert(service.url, company);
      const client = createClient(proxied.url, company);
      proxy.loseAnswerTo('commit');
      const answer = await client.answer(id, 'notfound');
      expect([answer.status, answer.body]).toEqual([503, UNAVAILABLE]);
      expect(await countChanges(id)).toEqual(['notfound', 1, 1]);
      const again = await client.answer(id, 'notfound');
      expect(again.body.error.message).toBe('Alert already has a definitive status');
    });
  });

  test('D15: under an Idempotency-Key the repeated request gets the answer that was lost', async () => {
    await withProxiedService(1, async (proxied) => {
      const id = await receiveAlert(service.url, company);
      const client = createClient(proxied.url, company);
      const key = { 'idempotency-key': randomUUID() };
      proxy.loseAnswerTo('commit');
      expect((await client.answer(id, 'notfound', key)).status).toBe(503);
      const repeated = await client.answer(id, 'notfound', key);
      expect(repeated.status).toBe(200);
      expect(repeated.headers.get('idempotency-replayed')).toBe('true');
      expect(repeated.body.data).toMatchObject({ id, status: 'notfound' });
      expect(await countChanges(id)).toEqual(['notfound', 1, 1]);
    });
  });

  test('promise 1: an intake whose answer is lost was no success; sent again it is a duplicate of what is stored', async () => {
    await withProxiedService(1, async (proxied) => {
      const message = alertMessage(company);
      // The statement is prepared, so that the lost answer is the one of its execution.
      await deliverAlerts(proxied.url, 'provider_a_alerts', [alertMessage(company)]);
      proxy.loseAnswerTo(String(message['alert_id']));
      const answer = await postAlerts(proxied.url, 'provider_a_alerts', [message]);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      const [stored] = await service.sql<{ id: string }[]>`
        select id from alerts where provider_alert_id = ${String(message['alert_id'])}`;
      const [again] = await deliverAlerts(proxied.url, 'provider_a_alerts', [message]);
      expect(again).toEqual({ alert_id: message['alert_id'], result: 'duplicate', id: stored?.id });
    });
  });
});

describe('a network that breaks without a word', () => {
  test('in the middle of an answer: 503, those that wait behind it are answered, and the service goes on', async () => {
    // One connection: what becomes of several that break in the same moment is up to the driver.
    await withProxiedService(1, async (proxied) => {
      const client = createClient(proxied.url, company);
      for (let round = 0; round < 5; round += 1) {
        const ids = await Promise.all(
          Array.from({ length: 10 }, async () => receiveAlert(service.url, company)),
        );
        const held = await lockAlert(service.sql, ids[0] ?? '');
        const first = client.answer(ids[0] ?? '', 'notfound');
        await waitForLockWaiters(service.sql);
        const others = ids.slice(1).map(async (id) => client.answer(id, 'notfound'));
        proxy.cutAll();
        await held.rollBack();
        const answers = await Promise.all([first, ...others]);
        expect(answers[0]?.status).toBe(503);
        for (const [position, id] of ids.entries()) {
          const status = answers[position]?.status;
          const [stored, history, forwards] = await countChanges(id);
          // A 503 leaves open whether it happened, but never half of it.
          expect(['200 notfound 1 1', '503 notfound 1 1', '503 pending 0 0']).toContain(
            `${status} ${stored} ${history} ${forwards}`,
          );
        }
        await waitFor('all to be answered in the end', async () => {
          const repeated = await Promise.all(ids.map(async (id) => client.answer(id, 'notfound')));
          return repeated.every(({ status }) => status === 200 || status === 422);
        });
        for (const id of ids) expect(await countChanges(id)).toEqual(['notfound', 1, 1]);
      }
    });
  });
});
