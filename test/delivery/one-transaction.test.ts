import { describe, expect, test } from 'vitest';
import { adoptUnroutedAlerts } from '../../src/store/alerts/adopt-unrouted-alerts.ts';
import { insertEnrollment } from '../../src/store/companies/enrollments.ts';
import { alertMessage, deliverAlerts, postAlerts } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useDelivery();

/** Rows that exist because of these alerts: receipts, alerts, unrouted ones, deliveries, jobs. */
async function countRows(names: readonly string[]): Promise<number[]> {
  const { sql } = bench.service;
  const ids = sql`select alert_id from alert_receipts where provider_alert_id in ${sql(names)}`;
  const [row] = await sql<{ counts: number[] }[]>`
    select jsonb_build_array(
      (select count(*) from alert_receipts where provider_alert_id in ${sql(names)}),
      (select count(*) from alerts where provider_alert_id in ${sql(names)}),
      (select count(*) from unrouted_alerts where facts ->> 'provider_alert_id' in ${sql(names)}),
      (select count(*) from webhook_deliveries where alert_id in (${ids})),
      (select count(*) from outbox_jobs where alert_id in (${ids}))) as counts`;
  return row?.counts ?? [];
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

describe('promise 2: an alert and its deliveries are one transaction', () => {
  test.for(['webhook_deliveries', 'outbox_jobs', 'alerts'])(
    'when %s cannot be written, the provider is not told that the alert is accepted, and nothing is stored',
    async (table) => {
      const { company, receiver } = await bench.subscribe();
      const { url } = bench.service;
      const messages = [alertMessage(company), alertMessage(company)];
      const names = messages.map((message) => String(message['alert_id']));
      await withBroken(table, async () => {
        const answer = await postAlerts(url, 'provider_a_alerts', messages);
        expect(answer.status).toBe(500);
        expect(await countRows(names)).toEqual([0, 0, 0, 0, 0]);
      });
      const results = await deliverAlerts(url, 'provider_a_alerts', messages);
      expect(results.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
      await waitFor('both webhooks', () => receiver.requests.length === 2);
    },
  );

  test('adopting an unrouted alert is one too: without its delivery it stays unrouted', async () => {
    const { company, receiver } = await bench.subscribe();
    const { sql, url, config } = bench.service;
    const message = alertMessage(company, { descriptor: 'ADOPTED LATER' });
    const name = String(message['alert_id']);
    await deliverAlerts(url, 'provider_a_alerts', [message]);
    await withBroken('webhook_deliveries', async () => {
      const { companyId, merchantId } = company;
      const route = { provider: 'provider_a_alerts', descriptor: 'ADOPTED LATER' } as const;
      await insertEnrollment(sql, { id: merchantId, companyId, merchantId, route });
      await expect(adoptUnroutedAlerts(sql, config.responseWindowMs, 10)).rejects.toThrow(
        'broken for a test',
      );
      expect(await countRows([name])).toEqual([1, 0, 1, 0, 0]);
    });
    await adoptUnroutedAlerts(sql, config.responseWindowMs, 10);
    await waitFor('the webhook', () => receiver.requests.length === 1);
  });
});
