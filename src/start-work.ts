import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { runExpiry } from './expiry/run-expiry.ts';
import { createForwardKind } from './forward/forward-kind.ts';
import type { Installation } from './open-installation.ts';
import type { WakeUp } from './outbox/wake-up.ts';
import { OutboxWorker } from './outbox/worker.ts';
import { SIMULATED_PROVIDER_PATH } from './sandbox/simulator/outcome-route.ts';
import { runSimulator } from './sandbox/simulator/run-simulator.ts';
import { createSender } from './sending/sender.ts';
import { createSecretBox } from './signing/secret-box.ts';
import { readSigningKey } from './signing/standard-webhooks.ts';
import { startDatabaseClock } from './store/database-clock.ts';
import { runUpkeep } from './upkeep/run-upkeep.ts';
import { createWebhookKind } from './webhook/webhook-kind.ts';

export interface WorkOptions {
  readonly only: 'api' | 'worker' | undefined;
  readonly log: FastifyBaseLogger;
  /** Where this process serves the API, if it does. */
  readonly url: string | undefined;
  readonly wakeUp: WakeUp;
}

export interface Work {
  stop(): Promise<void>;
}

/** What goes on without being asked: deliveries, forwarding, expiry, upkeep, and in the sandbox the simulated providers. */
export async function startWork(
  config: Config,
  installation: Installation,
  options: WorkOptions,
): Promise<Work> {
  const { only, log, url } = options;
  const { sql, providerSecrets, sandbox } = installation;
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];
  const delivery = only === 'api' ? undefined : await startDelivery(config, installation, options);
  if (only !== 'api') {
    loops.push(runExpiry(sql, log, stopping.signal));
    loops.push(runUpkeep(sql, { responseWindowMs: config.responseWindowMs, log }, stopping.signal));
  }
  if (url !== undefined && sandbox && config.simulator) {
    const companyId = sandbox.record.company_id;
    loops.push(
      runSimulator({ sql, providerSecrets, companyId, isNew: sandbox.isNew, url, log }, stopping.signal),
    );
  }
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([...loops, delivery?.stop()]);
    },
  };
}

/** The two workers of the outbox: webhooks to companies, answers to provider A. */
async function startDelivery(
  config: Config,
  { sql, secretKey, providerSecrets, sandbox }: Installation,
  { log, url, wakeUp }: WorkOptions,
): Promise<Work> {
  const clock = await startDatabaseClock(sql);
  const webhookSender = createSender({ allowPrivate: config.webhookAllowPrivate });
  // The operator chose the provider's address, not a customer.
  const providerSender = createSender({ allowPrivate: true });
  const secretBox = createSecretBox(secretKey);
  const webhooks = createWebhookKind({
    sql,
    sender: webhookSender,
    secretBox,
    now: clock.now,
    observe: () => {},
  });
  const workers: { start(): void; wake(): void; stop(): Promise<void> }[] = [
    new OutboxWorker(sql, webhooks, log),
  ];
  const simulatorUrl = sandbox && url !== undefined ? url + SIMULATED_PROVIDER_PATH : undefined;
  const providerUrl = config.providerAUrl ?? simulatorUrl;
  if (providerUrl === undefined) {
    log.warn('PROVIDER_A_URL is not set: accepted answers wait and are not forwarded');
  } else {
    const signingKey = readSigningKey(providerSecrets.provider_a_alerts);
    const parts = {
      sql,
      sender: providerSender,
      providerUrl,
      signingKey,
      now: clock.now,
      log,
      observe: () => {},
    };
    workers.push(new OutboxWorker(sql, createForwardKind(parts), log));
  }
  for (const worker of workers) {
    wakeUp.onSignal(() => worker.wake());
    worker.start();
  }
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([webhookSender.close(), providerSender.close()]);
      clock.stop();
    },
  };
}
