import { pino } from 'pino';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { startWakeUp, type WakeUp } from '../../src/outbox/wake-up.ts';
import { startWork } from '../../src/start-work.ts';
import { connect, type Sql } from '../../src/store/connect.ts';
import { type TestService } from './service.ts';
import { installationOn } from './installation.ts';

export interface AnotherWork {
  readonly sql: Sql;
  readonly logLines: string[];
  stop(): Promise<void>;
}

/** A worker that hears no notice, as when the network loses them. */
const DEAF: WakeUp = { signal: () => {}, onSignal: () => {}, stop: async () => {} };

/** Another process' worth of workers on the database of a test service, with connections of its own. */
export async function startAnotherWork(
  { config }: TestService,
  { hearsNotices = true, applicationName = 'another work' } = {},
): Promise<AnotherWork> {
  const sql = connect(config.databaseUrl ?? '', { applicationName, connectionsMax: 10 });
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) });
  const installation = installationOn(sql, config);
  const wakeUp = hearsNotices ? await startWakeUp(sql, log) : DEAF;
  const work = await startWork(config, installation, {
    only: 'worker',
    log,
    url: undefined,
    wakeUp,
    metrics: createMetrics(),
  });
  return {
    sql,
    logLines,
    stop: async () => {
      await work.stop();
      await wakeUp.stop();
      await sql.end({ timeout: 1 });
    },
  };
}
