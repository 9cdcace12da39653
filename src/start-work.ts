import type { FastifyBaseLogger } from 'fastify';
import { runBulkUpdates } from './bulk/run-bulk-updates.ts';
import { runHeldAnswers } from './callback/run-held-answers.ts';
import type { Config } from './config.ts';
import { runExpiry } from './expiry/run-expiry.ts';
import { reportMissedAnswer } from './forward/missed-answer.ts';
import type { Live } from './live/live.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Installation } from './open-installation.ts';
import type { WakeUp } from './outbox/wake-up.ts';
import { attemptsKeptDays } from './rules/retention.ts';
import { runSimulator } from './sandbox/simulator/run-simulator.ts';
import { startDelivery } from './start-delivery.ts';
import type { ExpiryPass } from './store/alerts/expire-alerts.ts';
import type { Sql } from './store/connect.ts';
import type { MissedForward } from './store/outbox/forward-jobs.ts';
import type { Tracer } from './tracing/tracer.ts';
import { runRetention } from './upkeep/run-retention.ts';
import { runTallies } from './upkeep/run-tallies.ts';
import { prepareUpkeep, runUpkeep } from './upkeep/run-upkeep.ts';

export interface WorkOptions {
  readonly only: 'api' | 'worker' | undefined;
  readonly log: FastifyBaseLogger;
  /** Where this process serves the API, if it does. */
  readonly url: string | undefined;
  readonly wakeUp: WakeUp;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
  /** Undefined where no page can be told. */
  readonly live?: Live | undefined;
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
  const { sql, providerSecrets, secretKey, sandbox } = installation;
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];
  const delivery =
    only === 'api'
      ? undefined
      : await startWorker(config, installation, options, (run) => loops.push(run(stopping.signal)));
  loops.push(answerForPeople(config, sql, options, stopping.signal));
  if (config.simulator && !sandbox)
    log.warn('SIMULATOR is on but works only in the sandbox: no alerts are simulated');
  if (url !== undefined && sandbox && config.simulator) {
    const companyId = sandbox.record.company_id;
    const { responseWindowMs } = config;
    loops.push(
      runSimulator(
        { sql, providerSecrets, secretKey, companyId, responseWindowMs, url, log },
        stopping.signal,
      ),
    );
  }
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([...loops, delivery?.stop()]);
    },
  };
}

/** Not in a process that only serves the API: deliveries, and the loops that nobody asks for, each given to `keep`. */
async function startWorker(
  config: Config,
  installation: Installation,
  options: WorkOptions,
  keep: (run: (signal: AbortSignal) => Promise<void>) => void,
): Promise<{ stop(): Promise<void> }> {
  const { sql, patientSql } = installation;
  const { log, metrics, live } = options;
  const alarm = { log, observe: metrics.forwardAttempt };
  const upkeep = {
    responseWindowMs: config.responseWindowMs,
    attemptsKeptDays: attemptsKeptDays(config),
    log,
    onForwardMissed: (missed: MissedForward, message: string): void =>
      reportMissedAnswer(alarm, missed, { outcome: 'too_late', message }),
  };
  // Before the first attempt is written, so that it finds the partition of its day.
  await prepareUpkeep(sql, upkeep);
  const delivery = await startDelivery(config, installation, options);
  const onExpired = ({ expired, companyIds, latenessMs }: ExpiryPass): void => {
    metrics.expired(expired, latenessMs / 1000);
    for (const companyId of companyIds) live?.tell(companyId, 'alerts');
  };
  keep((signal) => runExpiry(sql, log, signal, onExpired));
  keep((signal) => runTallies({ sql, patientSql, log }, signal));
  keep((signal) => runUpkeep(sql, upkeep, signal));
  keep((signal) => runRetention(sql, { terms: config, log, observe: metrics.deleted }, signal));
  return delivery;
}

/** In every process: what a person answered must not wait for a worker to come back. */
async function answerForPeople(
  { followUpWindowMs }: Config,
  sql: Sql,
  { log, wakeUp, live }: WorkOptions,
  signal: AbortSignal,
): Promise<void> {
  const onApplied = (companyId: string, isAccepted: boolean): void => {
    if (isAccepted) wakeUp.signal();
    live?.tell(companyId, 'alerts');
  };
  const tell: Live['tell'] = (companyId, topic) => live?.tell(companyId, topic);
  const bulk = { sql, log, followUpWindowMs, onNewWork: wakeUp.signal, tell };
  await Promise.all([
    runHeldAnswers({ sql, log, followUpWindowMs, onApplied }, signal),
    runBulkUpdates(bulk, signal),
  ]);
}
