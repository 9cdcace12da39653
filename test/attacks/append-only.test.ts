import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { signIn } from '../support/dashboard.ts';
import { receiveAlert } from '../support/provider.ts';
import { useTarget } from '../support/use-target.ts';

const target = useTarget();

beforeAll(async () => {
  const { company, service, sql, url } = target;
  const alertId = await receiveAlert(url, company);
  await createClient(url, company).answer(alertId, 'other');
  await (await signIn(service, { role: 'owner' })).post('/credentials');
  await sql`
    insert into webhook_attempts (attempted_at, company_id, alert_id, endpoint_id, attempt, duration_ms)
    values (clock_timestamp(), ${company.companyId}, ${alertId}, gen_random_uuid(), 1, 1)`;
});

/** The default partition stands for those by day: a statement can name them past the table. */
const REWRITING = {
  audit_log: ["update audit_log set actor = ''", 'delete from audit_log', 'truncate audit_log'],
  alert_history: [
    "update alert_history set actor = ''",
    'delete from alert_history',
    'truncate alert_history',
  ],
  webhook_attempts: [
    'update webhook_attempts set status = 200',
    'update webhook_attempts_undated set status = 200',
    'truncate webhook_attempts',
  ],
};

describe("the service's own database role cannot rewrite the past", () => {
  test.each(Object.entries(REWRITING))('in %s', async (table, statements) => {
    const [before] = await target.sql.unsafe(`select jsonb_agg(t) as rows from ${table} t`);
    expect(before?.['rows']).toHaveLength(1);
    for (const statement of statements) {
      await expect(target.sql.unsafe(statement)).rejects.toThrow(/append-only/);
    }
    const [after] = await target.sql.unsafe(`select jsonb_agg(t) as rows from ${table} t`);
    expect(after).toEqual(before);
  });

  test('but in the transaction of retention it can delete, and still neither change nor truncate', async () => {
    const { sql } = target;
    for (const table of ['audit_log', 'alert_history']) {
      for (const statement of [`update ${table} set actor = ''`, `truncate ${table}`]) {
        const change = sql.begin(async (transaction) => {
          await transaction`select set_config('chargeback_alerts.retention', 'on', true)`;
          await transaction.unsafe(statement);
        });
        await expect(change).rejects.toThrow(/append-only/);
      }
      const deleted = await sql.begin(async (transaction) => {
        await transaction`select set_config('chargeback_alerts.retention', 'on', true)`;
        return transaction.unsafe(`delete from ${table} returning 1`);
      });
      expect(deleted).toHaveLength(1);
      // The permission ended with the transaction.
      await expect(sql.unsafe(`delete from ${table}`)).rejects.toThrow(/append-only/);
    }
  });
});
