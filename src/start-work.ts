import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { runExpiry } from './expiry/run-expiry.ts';
import { reportMissedAnswer } from './forward/missed-answer.ts';
import type { Installation } from './open-installation.ts';
import type { WakeUp } from './outbox/wake-up.ts';
import type { Metrics } from './metrics/metrics.ts';
import { runSimulator } from './sandbox/simulator/run-simulator.ts';
import { startDelivery } from './start-delivery.ts';
import type { MissedForward } from './store/forward-jobs.ts';
import { prepareUpkeep, runUpkeep } from './upkeep/run-upkeep.ts';

export interface WorkOptions {
  readonly only: 'api' | 'worker' | undefined;
  readonly log: FastifyBaseLogger;
  /** Where this process serves the API, if it does. */
  readonly url: string | undefined;
  readonly wakeUp: WakeUp;
  readonly metrics: Metrics;
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
  const alarm = { log, observe: options.metrics.forwardAttempt };
  const onForwardMissed = (missed: MissedForward): void =>
    reportMissedAnswer(alarm, missed, { outcome: 'too_late', message: 'nobody carried it to the provider' });
  // Before the first attempt is written, so that it finds the partition of its day.
  if (only !== 'api') await prepareUpkeep(sql, log);
  const delivery = only === 'api' ? undefined : await startDelivery(config, installation, options);
  if (only !== 'api') {
    loops.push(runExpiry(sql, log, stopping.signal, options.metrics.expired));
    loops.push(
      runUpkeep(sql, { responseWindowMs: config.responseWindowMs, log, onForwardMissed }, stopping.signal),
    );
  }
  if (config.simulator && !sandbox)
    log.warn('SIMULATOR is on but plays only in the sandbox: no alerts are invented');
  if (url !== undefined && sandbox && config.simulator) {
    const companyId = sandbox.record.company_id;
    loops.push(runSimulator({ sql, providerSecrets, companyId, url, log }, stopping.signal));
  }
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([...loops, delivery?.stop()]);
    },
  };
}
