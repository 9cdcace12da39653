import { describe, expect, test } from 'vitest';
import { useForward } from '../support/use-forward.ts';

const bench = useForward({}, { work: false });

async function stored(alertId: string): Promise<unknown[]> {
  const { sql } = bench.service;
  const [alert] = await sql`select status from alerts where id = ${alertId}`;
  const history = await sql`select 1 from alert_history where alert_id = ${alertId}`;
  const forwards = await sql`select 1 from forwards where alert_id = ${alertId}`;
  const jobs = await sql`select 1 from outbox_jobs where alert_id = ${alertId}`;
  return [alert?.['status'], history.length, forwards.length, jobs.length];
}

async function withBroken(table: string, work: () => Promise<void>): Promise<void> {
  const { sql } = bench.service;
  await sql.unsafe(`
    create function break_it() returns trigger language plpgsql as $$ begin raise 'broken for a test'; end $$;
    create trigger break_it before insert on ${table} for each row execute function break_it();`);
  try {
    await work();
  } finally {
    await sql.unsafe(`drop trigger break_it on ${table}; drop function break_it`);
  }
}

describe('promise 2: an accepted status and its forwarding are one transaction', () => {
  test.for(['forwards', 'outbox_jobs', 'alert_history'])(
    'when %s cannot be written, nothing is',
    async (table) => {
      const [alert] = await bench.receive(1);
      const id = alert?.id ?? '';
      await withBroken(table, async () => {
        const answer = await bench.client.answer(id, 'notfound');
        expect([answer.status, answer.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
        const keyed = await bench.client.answer(id, 'notfound', { 'idempotency-key': `key of ${table}` });
        expect(keyed.status).toBe(500);
        expect(await stored(id)).toEqual(['pending', 0, 0, 0]);
      });
      expect(
        (await bench.client.answer(id, 'notfound', { 'idempotency-key': `key of ${table}` })).status,
      ).toBe(200);
      expect(await stored(id)).toEqual(['notfound', 1, 1, 1]);
    },
  );

  test('the receipt is there with the answer: queued, never tried', async () => {
    const [alert] = await bench.answer(1, 'other');
    expect(await bench.receipts(alert?.id ?? '')).toEqual([
      {
        outcome: 'other',
        state: 'queued',
        attempts: 0,
        providerMessage: null,
        lastAttemptAt: null,
        settledAt: null,
      },
    ]);
  });

  test('a refused answer leaves nothing to forward', async () => {
    const [alert] = await bench.answer(1, 'notfound');
    expect((await bench.client.answer(alert?.id ?? '', 'other')).status).toBe(422);
    expect(await stored(alert?.id ?? '')).toEqual(['notfound', 1, 1, 1]);
  });
});
