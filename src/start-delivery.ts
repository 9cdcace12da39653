import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { createForwardKind } from './forward/forward-kind.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Installation } from './open-installation.ts';
import type { WakeUp } from './outbox/wake-up.ts';
import { OutboxWorker } from './outbox/worker.ts';
import { SIMULATED_PROVIDER_PATH } from './sandbox/simulator/outcome-route.ts';
import { createSender } from './sending/sender.ts';
import { createSecretBox } from './signing/secret-box.ts';
import { readSigningKeys } from './signing/standard-webhooks.ts';
import { type DatabaseClock, startDatabaseClock } from './store/start-database-clock.ts';
import type { Tracer } from './tracing/tracer.ts';
import { createWebhookKind, type RenderedJob } from './webhook/webhook-kind.ts';

/** Room for what the provider says of 25 alerts, however wordy it is. */
const PROVIDER_ANSWER_BYTES_MAX = 512 * 1024;

export interface DeliveryOptions {
  readonly log: FastifyBaseLogger;
  /** Where this process serves the API, if it does; in the sandbox the simulated provider is there too. */
  readonly url: string | undefined;
  readonly wakeUp: WakeUp;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
}

interface RunningWorker {
  readonly kindName: 'webhook' | 'forward';
  openBreakers(): number;
  start(): void;
  wake(): void;
  stop(): Promise<void>;
}

/** The two workers of the outbox: webhooks to companies, answers to provider A. */
export async function startDelivery(
  config: Config,
  installation: Installation,
  options: DeliveryOptions,
): Promise<{ stop(): Promise<void> }> {
  const clock = await startDatabaseClock(installation.sql);
  const workers = [
    createWebhookWorker(config, installation, options, clock),
    createForwardWorker(config, installation, options, clock),
  ].filter((worker) => worker !== undefined);
  for (const worker of workers) {
    options.wakeUp.onSignal(() => worker.wake());
    options.metrics.watchBreakers(worker.kindName, () => worker.openBreakers());
    worker.start();
  }
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      clock.stop();
    },
  };
}

function createWebhookWorker(
  config: Config,
  { sql, secretKey }: Installation,
  { log, metrics, tracer }: DeliveryOptions,
  clock: DatabaseClock,
): RunningWorker {
  const kind = createWebhookKind({
    sql,
    sender: createSender({ allowPrivate: config.webhookAllowPrivate }),
    secretBox: createSecretBox(secretKey),
    now: clock.now,
    observe: (job, { outcome, attemptedAt, endedAt }) => {
      metrics.webhookAttempt(outcome);
      if (outcome === 'delivered')
        metrics.webhookDelivered((endedAt.getTime() - Date.parse(job.receivedAt)) / 1000);
      tracer?.delivered({
        ...attemptOf(job),
        companyId: job.companyId,
        outcome,
        startedAt: attemptedAt,
        endedAt,
      });
    },
    moreHeaders: tracer && ((job) => tracer.deliveryHeaders(attemptOf(job))),
  });
  return new OutboxWorker(sql, kind, log);
}

function attemptOf({ alertId, lane, attemptsMade }: RenderedJob) {
  return { alertId, endpointId: lane, attempt: attemptsMade + 1 };
}

function createForwardWorker(
  config: Config,
  { sql, providerSecrets, sandbox }: Installation,
  { log, url, metrics, tracer }: DeliveryOptions,
  clock: DatabaseClock,
): RunningWorker | undefined {
  const simulatorUrl = sandbox && url !== undefined ? url + SIMULATED_PROVIDER_PATH : undefined;
  const providerUrl = config.providerAUrl ?? simulatorUrl;
  if (providerUrl === undefined) {
    log.warn('PROVIDER_A_URL is not set: accepted answers wait and are not forwarded');
    return undefined;
  }
  const kind = createForwardKind({
    sql,
    // The operator chose the provider's address, not a customer.
    sender: createSender({ allowPrivate: true, answerBytesMax: PROVIDER_ANSWER_BYTES_MAX }),
    providerUrl,
    signingKeys: readSigningKeys(providerSecrets.provider_a_alerts),
    now: clock.now,
    log,
    observe: metrics.forwardAttempt,
    onSent:
      tracer &&
      ((job, outcome, startedAt) =>
        tracer.forwarded({
          ...job,
          outcome,
          attempt: job.attemptsMade + 1,
          startedAt,
          endedAt: clock.now(),
        })),
  });
  return new OutboxWorker(sql, kind, log);
}
