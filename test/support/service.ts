import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '../../src/config.ts';
import { startLive } from '../../src/live/start-live.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createServiceApp } from '../../src/create-service-app.ts';
import { encodeSecret } from '../../src/signing/standard-webhooks.ts';
import type { Sql } from '../../src/store/connect.ts';
import { startWakeUp } from '../../src/outbox/wake-up.ts';
import { startTracing } from '../../src/start-tracing.ts';
import { startWork } from '../../src/start-work.ts';
import { createTestDatabase } from './database.ts';
import { installationOn } from './installation.ts';

export const PROVIDER_SECRETS = {
  provider_a_alerts: encodeSecret(Buffer.alloc(32, 'a')),
  provider_b_rdr: encodeSecret(Buffer.alloc(32, 'b')),
};

export interface TestService {
  readonly app: FastifyInstance;
  readonly sql: Sql;
  readonly config: Config;
  readonly url: string;
  readonly logLines: string[];
  stop(): Promise<void>;
}

/** The whole application on a real port and a database of its own; what runs without being asked only where wanted. */
export async function startTestService(
  environment: Record<string, string> = {},
  { work: withWork = false }: { work?: boolean } = {},
): Promise<TestService> {
  const database = await createTestDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    SECRET_KEY: 'a test key of some length',
    PROVIDER_A_SECRET: PROVIDER_SECRETS.provider_a_alerts,
    PROVIDER_B_SECRET: PROVIDER_SECRETS.provider_b_rdr,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    ...environment,
  });
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) });
  const installation = installationOn(database.sql, config);
  const metrics = createMetrics();
  const tracing = await startTracing(config, log);
  const tracer = tracing?.tracer;
  const wakeUp = withWork ? await startWakeUp(database.sql, log) : undefined;
  const live = withWork ? await startLive(database.sql, log) : undefined;
  const app = await createServiceApp(config, installation, log, {
    onNewWork: wakeUp?.signal,
    metrics,
    live,
    tracer,
  });
  const url = await app.listen({ host: config.host, port: 0 });
  const work =
    wakeUp &&
    (await startWork(config, installation, { only: undefined, log, url, wakeUp, metrics, live, tracer }));
  return {
    app,
    sql: database.sql,
    config,
    url,
    logLines,
    stop: async () => {
      await app.close();
      await work?.stop();
      await wakeUp?.stop();
      await live?.stop();
      await tracing?.stop();
      await database.drop();
    },
  };
}
