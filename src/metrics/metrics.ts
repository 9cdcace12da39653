import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS_OF_REQUESTS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SECONDS_OF_DELIVERY = [0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 1800, 7200, 21_600, 86_400];
const SECONDS_OF_LATENESS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30, 300];

type OutboxKind = 'webhook' | 'forward';

/** What is asked when somebody looks, because it stands in the database and not in this process. */
interface OutboxBacklog {
  readonly kind: OutboxKind;
  /** Age of the oldest job that is due, held back or not. */
  readonly oldestDueSeconds: number;
  readonly jobs: number;
}

/** Every figure the service gives about itself; `docs/operations.md` says which to alarm on. */
export interface Metrics {
  readonly request: (seen: { method: string; route: string; status: number; seconds: number }) => void;
  readonly alertReceived: (provider: string, result: string) => void;
  readonly webhookAttempt: (outcome: string) => void;
  readonly webhookDelivered: (secondsSinceReceipt: number) => void;
  readonly forwardAttempt: (outcome: string) => void;
  readonly expired: (alerts: number, latenessSeconds: number) => void;
  readonly deleted: (kind: string, rows: number) => void;
  /** Called at each look: how many breakers are open. */
  readonly watchBreakers: (kind: OutboxKind, countOpen: () => number) => void;
  readonly watchBacklog: (look: () => Promise<readonly OutboxBacklog[]>) => void;
  readonly render: () => Promise<{ contentType: string; text: string }>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { refresh, ...looks } = createLooks(registry);
  return {
    ...createCounts(registry),
    ...createTimes(registry),
    ...looks,
    render: async () => {
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Every way an alert, a webhook or an answer can go, so that each is counted from zero: what first appears as 1 raises no alarm. */
const INTAKE = ['provider_a_alerts', 'provider_b_rdr'].flatMap((provider) =>
  ['accepted', 'duplicate', 'unrouted', 'invalid'].map((result) => ({ provider, result })),
);
const WEBHOOK_OUTCOMES = ['delivered', 'retry', 'failed', 'gone'].map((outcome) => ({ outcome }));
const FORWARD_OUTCOMES = ['accepted', 'retry', 'refused', 'too_late'].map((outcome) => ({ outcome }));

function createCounts(
  registry: Registry,
): Pick<Metrics, 'alertReceived' | 'webhookAttempt' | 'forwardAttempt' | 'deleted'> {
  function count<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    known: readonly Record<Label, string>[] = [],
  ): Counter<Label> {
    const counter = new Counter({ name, help, labelNames, registers: [registry] });
    for (const labels of known) counter.inc(labels, 0);
    return counter;
  }
  const intake = count(
    'intake_alerts_total',
    'Alerts received, by what became of them.',
    ['provider', 'result'],
    INTAKE,
  );
  const webhooks = count(
    'webhook_attempts_total',
    'Webhook attempts, by outcome.',
    ['outcome'],
    WEBHOOK_OUTCOMES,
  );
  const forwards = count(
    'forward_attempts_total',
    'Answers sent to provider A, by outcome.',
    ['outcome'],
    FORWARD_OUTCOMES,
  );
  const deletions = count('retention_deleted_total', 'Rows deleted because they were kept long enough.', [
    'kind',
  ]);
  return {
    alertReceived: (provider, result) => intake.labels(provider, result).inc(),
    webhookAttempt: (outcome) => webhooks.inc({ outcome }),
    forwardAttempt: (outcome) => forwards.labels(outcome).inc(),
    deleted: (kind, rows) => deletions.inc({ kind }, rows),
  };
}

function createTimes(registry: Registry): Pick<Metrics, 'request' | 'webhookDelivered' | 'expired'> {
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS_OF_REQUESTS,
    registers,
  });
  const delivery = new Histogram({
    name: 'webhook_delivery_seconds',
    help: 'From receipt of an alert to its delivery.',
    buckets: SECONDS_OF_DELIVERY,
    registers,
  });
  const expiredAlerts = new Counter({
    name: 'expired_alerts_total',
    help: 'Alerts that nobody answered in time.',
    registers,
  });
  const lateness = new Histogram({
    name: 'expiry_lateness_seconds',
    help: 'From the deadline of an alert to its being marked as expired.',
    buckets: SECONDS_OF_LATENESS,
    registers,
  });
  return {
    request: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    webhookDelivered: (seconds) => delivery.observe(seconds),
    expired: (alerts, latenessSeconds) => {
      expiredAlerts.inc(alerts);
      lateness.observe(latenessSeconds);
    },
  };
}

/** The figures that are asked for at each look; while the database does not answer, its own are missing. */
function createLooks(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['kind'], registers: [registry] });
  const lag = gauge(
    'outbox_lag_seconds',
    'Age of the oldest job that is due, held and throttled ones included.',
  );
  const jobs = gauge('outbox_jobs', 'Jobs that wait, held ones included.');
  const openBreakers = gauge('outbox_open_breakers', 'Targets that this process sends only probes to.');
  const countsOfOpenBreakers = new Map<OutboxKind, () => number>();
  const looksAtBacklog: (() => Promise<readonly OutboxBacklog[]>)[] = [];

  async function refresh(): Promise<void> {
    for (const [kind, countOpen] of countsOfOpenBreakers) openBreakers.set({ kind }, countOpen());
    lag.reset();
    jobs.reset();
    const backlogs = await Promise.all(looksAtBacklog.map((look) => look())).catch(() => []);
    for (const { kind, oldestDueSeconds, jobs: waiting } of backlogs.flat()) {
      lag.set({ kind }, oldestDueSeconds);
      jobs.set({ kind }, waiting);
    }
  }

  return {
    refresh,
    watchBreakers: (kind: OutboxKind, countOpen: () => number) =>
      void countsOfOpenBreakers.set(kind, countOpen),
    watchBacklog: (look: () => Promise<readonly OutboxBacklog[]>) => void looksAtBacklog.push(look),
  };
}
