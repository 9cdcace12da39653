import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { createServiceApp, createWorkerApp } from './create-service-app.ts';
import { startLive } from './live/start-live.ts';
import { createMetrics } from './metrics/metrics.ts';
import { type Installation, openInstallation } from './open-installation.ts';
import { startWakeUp } from './outbox/wake-up.ts';
import { isKept } from './processes/serving-notice.ts';
import { startTracing } from './start-tracing.ts';
import { startWork } from './start-work.ts';

export interface ServiceOptions {
  /** Undefined: both. */
  readonly only: 'api' | 'worker' | undefined;
  readonly log: FastifyBaseLogger;
}

export interface Service {
  /** Where the API listens; undefined for a worker. */
  readonly url: string | undefined;
  readonly sandbox: Installation['sandbox'];
  /** Resolves with the reason when the service cannot go on. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

/** Opens the installation, serves, works; stops in the opposite order, the database last. */
export async function startService(config: Config, { only, log }: ServiceOptions): Promise<Service> {
  const failed = Promise.withResolvers<string>();
  let hasFailed = false;
  const installation = await openInstallation(config, {
    holder: isKept() ? 'kept_process' : 'service',
    log,
    onDatabaseLost: (reason) => {
      hasFailed = true;
      failed.resolve(reason);
    },
  });
  try {
    const metrics = createMetrics();
    const tracing = await startTracing(config, log);
    const tracer = tracing?.tracer;
    const wakeUp = await startWakeUp(installation.sql, log);
    const live = await startLive(installation.sql, log);
    let isLeaving = false;
    const app =
      only === 'worker'
        ? createWorkerApp(config, installation, log, metrics)
        : await createServiceApp(config, installation, log, {
            onNewWork: wakeUp.signal,
            metrics,
            live,
            tracer,
            isLeaving: () => isLeaving,
          });
    const url = await listen(app, config, only);
    const work = await startWork(config, installation, { only, log, url, wakeUp, metrics, live, tracer });
    return {
      url,
      sandbox: installation.sandbox,
      failed: failed.promise,
      stop: async () => {
        isLeaving = true;
        // A service that can no longer serve, or never did, is not missed by a load balancer.
        if (only !== 'worker' && !hasFailed) await pause(config.stopDelayMs);
        // Together: work is handed back at once, however long a request takes to end.
        await Promise.all([app.close(), work.stop()]);
        await Promise.all([wakeUp.stop(), live.stop(), tracing?.stop()]);
        await installation.close();
      },
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** Returns where a process on this machine reaches the API. A worker beside an API on one port goes unwatched, not down. */
async function listen(
  app: FastifyInstance,
  config: Config,
  only: ServiceOptions['only'],
): Promise<string | undefined> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    if (only !== 'worker') throw error;
    app.log.warn({ err: error }, 'this worker does not serve health and metrics');
  }
  return only === 'worker' ? undefined : localUrl(app);
}

/** Where a process on this machine reaches the application. */
function localUrl(app: FastifyInstance): string | undefined {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return undefined;
  const isAnyAddress = address.address === '0.0.0.0' || address.address === '::';
  const host = isAnyAddress
    ? 'localhost'
    : address.family === 'IPv6'
      ? `[${address.address}]`
      : address.address;
  return `http://${host}:${address.port}`;
}
