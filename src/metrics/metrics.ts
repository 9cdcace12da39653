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
import { labelled, tally } from './tally.ts';

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
  const intake = tally(registry, {
    name: 'intake_alerts_total',
    help: 'Alerts received, by what became of them.',
    known: new Map(
      PROVIDERS.flatMap((provider) =>
        INTAKE_RESULTS.map((result) => [`${provider} ${result}`, { provider, result }]),
      ),
    ),
  });
  return {
    shed: tally(registry, {
      name: 'http_shed_total',
      help: 'Requests refused because too many were waiting, by kind.',
      known: labelled('kind', SHED_KINDS),
    }),
    alertReceived: (provider, result) => intake(`${provider} ${result}`),
    webhookAttempt: tally(registry, {
      name: 'webhook_attempts_total',
      help: 'Webhook attempts, by outcome.',
      known: labelled('outcome', WEBHOOK_OUTCOMES),
    }),
    forwardAttempt: tally(registry, {
      name: 'forward_attempts_total',
      help: 'Answers sent to provider A, by outcome.',
      known: labelled('outcome', FORWARD_OUTCOMES),
    }),
    deleted: tally(registry, {
      name: 'retention_deleted_total',
      help: 'Rows deleted because they were kept long enough.',
      known: labelled('kind', OLD_KINDS),
    }),
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
