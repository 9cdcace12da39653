import cluster from 'node:cluster';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  FORWARD_OUTCOMES,
  type ForwardOutcome,
  INTAKE_RESULTS,
  type IntakeResult,
  WEBHOOK_OUTCOMES,
  type WebhookOutcome,
} from '../rules/outcomes.ts';
import { type Provider, PROVIDERS } from '../rules/provider.ts';
import { OLD_KINDS, type OldKind } from '../rules/retention.ts';
import { joinAllMetrics } from './all-processes.ts';

const SECONDS_OF_REQUESTS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SECONDS_OF_DELIVERY = [0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 1800, 7200, 21_600, 86_400];
const SECONDS_OF_LATENESS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30, 300];

type OutboxKind = 'webhook' | 'forward';
const SHED_KINDS = ['lookup', 'dashboard'] as const;
type ShedKind = (typeof SHED_KINDS)[number];

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
  readonly shed: (kind: ShedKind) => void;
  readonly alertReceived: (provider: Provider, result: IntakeResult) => void;
  readonly webhookAttempt: (outcome: WebhookOutcome) => void;
  readonly webhookDelivered: (secondsSinceReceipt: number) => void;
  readonly forwardAttempt: (outcome: ForwardOutcome) => void;
  readonly expired: (alerts: number, latenessSeconds: number) => void;
  readonly deleted: (kind: OldKind, rows: number) => void;
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

function createCounts(
  registry: Registry,
): Pick<Metrics, 'shed' | 'alertReceived' | 'webhookAttempt' | 'forwardAttempt' | 'deleted'> {
  const shed = countFromZero(
    registry,
    'http_shed_total',
    'Requests refused because too many were waiting, by kind.',
    ['kind'],
    SHED_KINDS.map((kind) => ({ kind })),
  );
  const intake = countFromZero(
    registry,
    'intake_alerts_total',
    'Alerts received, by what became of them.',
    ['provider', 'result'],
    PROVIDERS.flatMap((provider) => INTAKE_RESULTS.map((result) => ({ provider, result }))),
  );
  const webhooks = countFromZero(
    registry,
    'webhook_attempts_total',
    'Webhook attempts, by outcome.',
    ['outcome'],
    WEBHOOK_OUTCOMES.map((outcome) => ({ outcome })),
  );
  const forwards = countFromZero(
    registry,
    'forward_attempts_total',
    'Answers sent to provider A, by outcome.',
    ['outcome'],
    FORWARD_OUTCOMES.map((outcome) => ({ outcome })),
  );
  const deletions = countFromZero(
    registry,
    'retention_deleted_total',
    'Rows deleted because they were kept long enough.',
    ['kind'],
    OLD_KINDS.map((kind) => ({ kind })),
  );
  return {
    shed: (kind) => shed.inc({ kind }),
    alertReceived: (provider, result) => intake.inc({ provider, result }),
    webhookAttempt: (outcome) => webhooks.inc({ outcome }),
    forwardAttempt: (outcome) => forwards.inc({ outcome }),
    deleted: (kind, rows) => deletions.inc({ kind }, rows),
  };
}

/** What first appears as 1 raises no alarm. */
function countFromZero<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  known: readonly Record<Label, string>[],
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames, registers: [registry] });
  for (const labels of known) counter.inc(labels, 0);
  return counter;
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
