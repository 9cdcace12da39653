import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { PROVIDER_A_LANE } from '../../src/rules/lane.ts';
import { notifyOutboxWork } from '../../src/store/outbox/outbox-notice.ts';
import { createClient } from './client.ts';
import { createTestCompany, type TestCompany } from './company.ts';
import { type FakeProviderA, startFakeProviderA } from './provider-a.ts';
import { alertMessage, deliverAlerts } from './provider.ts';
import { startTestService, type TestService } from './service.ts';
import { waitFor } from './wait-for.ts';

/** An alert of provider A: our id and the provider's. */
export interface ForwardedAlert {
  readonly id: string;
  readonly providerAlertId: string;
}

interface Receipt {
  readonly outcome: string;
  readonly state: string;
  readonly attempts: number;
  readonly providerMessage: string | null;
  readonly lastAttemptAt: Date | null;
  readonly settledAt: Date | null;
}

export interface ForwardBench {
  readonly service: TestService;
  readonly provider: FakeProviderA;
  readonly company: TestCompany;
  readonly client: ReturnType<typeof createClient>;
  receive(count: number): Promise<ForwardedAlert[]>;
  /** Receives that many alerts and answers each of them. */
  answer(count: number, status?: string): Promise<ForwardedAlert[]>;
  receipts(alertId: string): Promise<Receipt[]>;
  /** Keeps everything for the provider waiting meanwhile, so that it goes out together. */
  holdBack<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until the provider has settled all answers to these alerts, without the pauses between attempts. */
  settle(alerts: readonly ForwardedAlert[]): Promise<void>;
}

/** A service with a provider A of its own, for the tests of the calling file. */
export function useForward(environment: Record<string, string> = {}, { work = true } = {}): ForwardBench {
  const bench: { -readonly [Key in keyof ForwardBench]?: ForwardBench[Key] } = {};
  beforeAll(async () => {
    bench.provider = await startFakeProviderA();
    bench.service = await startTestService({ PROVIDER_A_URL: bench.provider.url, ...environment }, { work });
    bench.company = await createTestCompany(bench.service.sql);
    bench.client = createClient(bench.service.url, bench.company);
    Object.assign(bench, describeForwards(bench as ForwardBench));
  });
  beforeEach(() => bench.provider?.behave(() => ({ kind: 'take' })));
  afterAll(async () => {
    await bench.service?.stop();
    await bench.provider?.stop();
  });
  return bench as ForwardBench;
}

function describeForwards({ service: { sql, url }, company, client }: ForwardBench): Partial<ForwardBench> {
  async function receive(count: number): Promise<ForwardedAlert[]> {
    const messages = Array.from({ length: count }, () => alertMessage(company, { alert_id: randomUUID() }));
    const results = await deliverAlerts(url, 'provider_a_alerts', messages);
    return results.map(({ id, alert_id: providerAlertId }) => ({
      id: String(id),
      providerAlertId: String(providerAlertId),
    }));
  }
  async function receipts(alertId: string): Promise<Receipt[]> {
    return sql<Receipt[]>`
      select outcome, state, attempts, provider_message, last_attempt_at, settled_at
      from forwards where alert_id = ${alertId} order by forward_id`;
  }
  return {
    receive,
    receipts,
    holdBack: async (work) => {
      // As if another worker had the lane and did nothing with it.
      await sql`
        update outbox_lanes set holder = ${randomUUID()}, held_until = clock_timestamp() + interval '1 hour'
        where lane = ${PROVIDER_A_LANE}`;
      const result = await work();
      await sql`update outbox_lanes set holder = null, held_until = null where lane = ${PROVIDER_A_LANE}`;
      await notifyOutboxWork(sql);
      return result;
    },
    answer: async (count, status = 'notfound') => {
      const alerts = await receive(count);
      const answers = await Promise.all(alerts.map(({ id }) => client.answer(id, status)));
      for (const answer of answers) if (answer.status !== 200) throw new Error(answer.text);
      return alerts;
    },
    settle: async (alerts) => {
      const ids = alerts.map(({ id }) => id);
      await waitFor('the provider to settle every answer', async () => {
        const moved = await sql`
          update outbox_jobs set due_at = clock_timestamp()
          where lane = ${PROVIDER_A_LANE} and due_at > clock_timestamp()
          returning 1`;
        if (moved.length > 0) await notifyOutboxWork(sql);
        const queued =
          await sql`select 1 from forwards where state = 'queued' and alert_id in ${sql(ids)} limit 1`;
        return queued.length === 0;
      });
    },
  };
}
