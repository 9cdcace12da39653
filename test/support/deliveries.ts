import type { Provider } from '../../src/rules/provider.ts';
import type { Sql } from '../../src/store/connect.ts';
import { notifyOutboxWork } from '../../src/store/outbox/outbox-notice.ts';
import { createTestCompany, type TestCompany } from './company.ts';
import { createTestEndpoint } from './endpoint.ts';
import { alertMessage, deliverAlerts, receiveAlert } from './provider.ts';
import { startReceiver } from './receiver.ts';
import type { TestService } from './service.ts';
import { waitFor } from './wait-for.ts';

const MESSAGE_MAX = 100;

/** Many alerts of a company, received in messages of up to 100; returns their ids. */
export async function receiveAlerts(
  url: string,
  company: TestCompany,
  count: number,
  provider: Provider = 'provider_a_alerts',
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const messages = Array.from({ length: Math.min(MESSAGE_MAX, count - ids.length) }, () =>
      alertMessage(company),
    );
    for (const { id } of await deliverAlerts(url, provider, messages)) ids.push(String(id));
  }
  return ids;
}

export interface Delivery {
  readonly endpointId: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Date | null;
  readonly failedAt: Date | null;
}

export async function readDeliveries(sql: Sql, alertId: string): Promise<Delivery[]> {
  return sql<Delivery[]>`
    select endpoint_id, attempts, last_status, last_error, delivered_at, failed_at
    from webhook_deliveries where alert_id = ${alertId}
    order by endpoint_id`;
}

/** The only delivery of an alert, once it has been attempted this often. */
export async function waitForAttempts(sql: Sql, alertId: string, attempts: number): Promise<Delivery> {
  return waitFor(`attempt ${attempts} to be recorded`, async () => {
    const [delivery] = await readDeliveries(sql, alertId);
    return delivery !== undefined && delivery.attempts >= attempts && delivery;
  });
}

/** Lets the pause before the next attempt be over. */
export async function makeDue(sql: Sql, alertId: string): Promise<void> {
  await sql`update outbox_jobs set due_at = clock_timestamp() where alert_id = ${alertId}`;
  await notifyOutboxWork(sql);
}

export interface WaitingJob {
  readonly attemptsMade: number;
  /** Until the next attempt, as the database sees it. */
  readonly dueInMs: number;
}

export async function readJobs(sql: Sql, alertId: string): Promise<WaitingJob[]> {
  return sql<WaitingJob[]>`
    select attempts_made, extract(epoch from due_at - clock_timestamp())::float8 * 1000 as due_in_ms
    from outbox_jobs where alert_id = ${alertId} and forward_id is null`;
}

export async function countJobs(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from outbox_jobs`;
  return row?.count ?? 0;
}

/** Targets that the service only sends probes to, as its metrics tell. */
export async function countOpenBreakers(url: string, kind: 'webhook' | 'forward'): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(
    new RegExp(`^outbox_open_breakers\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN,
  );
}

export interface Sweeps {
  /** Resolves when the worker has looked for work by itself at least this often. */
  pass(count: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Shows that a worker had every chance to do what it must not do: work that is put into the table in silence is found
 * by a sweep alone, so each such delivery proves one.
 */
export async function watchSweeps(service: TestService): Promise<Sweeps> {
  const receiver = await startReceiver();
  const company = await createTestCompany(service.sql);
  const { endpointId } = await createTestEndpoint(service, company, receiver.url);
  const alertId = await receiveAlert(service.url, company);
  await waitFor('the first delivery', () => receiver.requests.length === 1);
  return {
    pass: async (count) => {
      for (let sweep = 0; sweep < count; sweep += 1) {
        const before = receiver.requests.length;
        await service.sql`
          insert into outbox_jobs (lane, company_id, alert_id, due_at, give_up_at)
          values (${endpointId}, ${company.companyId}, ${alertId}, clock_timestamp(), clock_timestamp() + interval '1 hour')`;
        await waitFor('a sweep', () => receiver.requests.length > before);
      }
    },
    stop: () => receiver.stop(),
  };
}
