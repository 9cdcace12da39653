import cluster from 'node:cluster';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { joinAllMetrics } from './all-processes.ts';

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

/** Every figure the service publishes about itself; `docs/operations.md` says which to alarm on. */
export interface Metrics {
  readonly request: (seen: { method: string; route: string; status: number; seconds: number }) => void;
  /** A request was refused because too many of its kind were waiting. */
  readonly shed: (kind: 'lookup' | 'dashboard') => void;
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
  // One of several processes tells the figures of all: whoever looks cannot choose which one answers.
  const readText = cluster.isWorker ? joinAllMetrics(registry) : () => registry.metrics();
  return {
    ...createCounts(registry),
    ...createTimes(registry),
    ...createLooks(registry),
    render: async () => ({ contentType: registry.contentType, text: await readText() }),
  };
}

/** Every way an alert, a webhook or an answer can go, so that each is counted from zero: what first appears as 1 raises no alarm. */
const INTAKE = ['provider_a_alerts', 'provider_b_rdr'].flatMap((provider) =>
  ['accepted', 'duplicate', 'unrouted', 'invalid'].map((result) => ({ provider, result })),
);
const WEBHOOK_OUTCOMES = ['delivered', 'retry', 'failed', 'gone'].map((outcome) => ({ outcome }));
const SHED_KINDS = ['lookup', 'dashboard'].map((kind) => ({ kind }));
const FORWARD_OUTCOMES = ['accepted', 'retry', 'refused', 'too_late'].map((outcome) => ({ outcome }));

function createCounts(
  registry: Registry,
): Pick<Metrics, 'shed' | 'alertReceived' | 'webhookAttempt' | 'forwardAttempt' | 'deleted'> {
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
  const shed = count(
    'http_shed_total',
    'Requests refused because too many were waiting, by kind.',
    ['kind'],
    SHED_KINDS,
  );
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
    shed: (kind) => shed.labels(kind).inc(),
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
function createLooks(registry: Registry): Pick<Metrics, 'watchBreakers' | 'watchBacklog'> {
  const countsOfOpenBreakers = new Map<OutboxKind, () => number>();
  const looksAtBacklog: (() => Promise<readonly OutboxBacklog[]>)[] = [];
  let looking: Promise<readonly OutboxBacklog[]> | undefined;

  /** Once for all gauges that are read together. */
  async function lookAtBacklog(): Promise<readonly OutboxBacklog[]> {
    looking ??= Promise.all(looksAtBacklog.map((look) => look()))
      .then((backlogs) => backlogs.flat())
      .catch(() => [])
      .finally(() => (looking = undefined));
    return looking;
  }

  /** Every process sees the same backlog, so that of several the greatest counts and not the sum. */
  function addBacklogGauge(name: string, help: string, figure: (backlog: OutboxBacklog) => number): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['kind'] as const,
      aggregator: 'max',
      registers: [registry],
      collect: async () => {
        const backlogs = await lookAtBacklog();
        gauge.reset();
        for (const backlog of backlogs) gauge.set({ kind: backlog.kind }, figure(backlog));
      },
    });
  }

  addBacklogGauge(
    'outbox_lag_seconds',
    'Age of the oldest job that is due, held and throttled ones included.',
    ({ oldestDueSeconds }) => oldestDueSeconds,
  );
  addBacklogGauge('outbox_jobs', 'Jobs that wait, held ones included.', ({ jobs }) => jobs);
  const openBreakers = new Gauge({
    name: 'outbox_open_breakers',
    help: 'Targets that get only probes.',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect: () => {
      for (const [kind, countOpen] of countsOfOpenBreakers) openBreakers.set({ kind }, countOpen());
    },
  });
  return {
    watchBreakers: (kind, countOpen) => void countsOfOpenBreakers.set(kind, countOpen),
    watchBacklog: (look) => void looksAtBacklog.push(look),
  };
}
