import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { addCallbackRoutes } from './callback/routes.ts';
import { createTakeAnswer } from './callback/take-answer.ts';
import type { Config } from './config.ts';
import { createDashboardParts } from './create-dashboard-parts.ts';
import { addDashboard } from './dashboard/add-dashboard.ts';
import { createApp } from './http/app.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { addHealthRoutes } from './http/health.ts';
import { addMetricsRoute } from './http/metrics-route.ts';
import { startCredentialUses } from './http/note-credential-uses.ts';
import { addApiReference, addOpenApiDocument } from './http/openapi.ts';
import { watchForWrongMethods } from './http/wrong-methods.ts';
import { addIntakeRoutes } from './intake/routes.ts';
import { startAliasCallCounter } from './legacy/count-alias-calls.ts';
import { addLookupAlias } from './legacy/lookup-alias.ts';
import { addStatusAlias } from './legacy/status-alias.ts';
import { addLookupRoutes } from './lookup/routes.ts';
import type { Live } from './live/live.ts';
import { startLive } from './live/start-live.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { type Installation, openInstallation } from './open-installation.ts';
import { startWakeUp } from './outbox/wake-up.ts';
import { addCompanyApplication } from './sandbox/simulator/company-application.ts';
import { addOutcomeRoute } from './sandbox/simulator/outcome-route.ts';
import { readSigningKey } from './signing/standard-webhooks.ts';
import { readDatabaseClock } from './store/clock.ts';
import type { Sql } from './store/connect.ts';
import { startDatabaseClock } from './store/database-clock.ts';
import { readOutboxBacklog } from './store/outbox-backlog.ts';
import { shareCommits } from './store/share-commits.ts';
import { type IncomingAlert, storeAlerts } from './store/store-alerts.ts';
import { startWork } from './start-work.ts';

const INTAKE_SHARING = { itemsMax: 500, waitingMax: 20_000, runsMax: 2 };

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
  const installation = await openInstallation(config, {
    holder: 'service',
    log,
    onDatabaseLost: failed.resolve,
  });
  try {
    const metrics = createMetrics();
    const wakeUp = await startWakeUp(installation.sql, log);
    const live = await startLive(installation.sql, log);
    const app =
      only === 'worker'
        ? createWorkerApp(config, installation, log, metrics)
        : await createServiceApp(config, installation, log, { onNewWork: wakeUp.signal, metrics, live });
    const url = await listen(app, config, only);
    const work = await startWork(config, installation, { only, log, url, wakeUp, metrics, live });
    return {
      url,
      sandbox: installation.sandbox,
      failed: failed.promise,
      stop: async () => {
        // Together: work is handed back at once, however long a request takes to end.
        await Promise.all([app.close(), work.stop()]);
        await Promise.all([wakeUp.stop(), live.stop()]);
        await installation.close();
      },
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

export interface AppOptions {
  /** Called after a commit that left something to send. */
  readonly onNewWork?: (() => void) | undefined;
  readonly metrics?: Metrics | undefined;
  readonly live?: Live | undefined;
}

/** Nobody listens. */
const NO_LIVE: Live = { tell: () => {}, subscribe: () => () => {} };

/** The whole HTTP application, not yet listening. */
export async function createServiceApp(
  config: Config,
  installation: Installation,
  log: FastifyBaseLogger,
  { onNewWork = () => {}, metrics = createMetrics(), live = NO_LIVE }: AppOptions = {},
): Promise<FastifyInstance> {
  const { sql, providerSecrets, sandbox } = installation;
  const app = createApp(log);
  const credentialUses = startCredentialUses(sql, log);
  const authenticate = createAuthenticate(sql, config.rateLimitPerMinute, credentialUses.noteUse);
  const takeAnswer = createTakeAnswer(sql, config.followUpWindowMs, ({ companyId }) => {
    onNewWork();
    live.tell(companyId, 'alerts');
  });
  const aliasCalls = startAliasCallCounter(sql, log);
  const clock = await startDatabaseClock(sql);
  const signingKeys = {
    provider_a_alerts: readSigningKey(providerSecrets.provider_a_alerts),
    provider_b_rdr: readSigningKey(providerSecrets.provider_b_rdr),
  };
  const answerWrongMethods = watchForWrongMethods(app);
  await addApiReference(app, config.publicUrl);
  addOpenApiDocument(app);
  addWatchRoutes(app, config, sql, metrics);
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request) => {
        request.caller = await authenticate(request, 'basic');
      });
      addLookupRoutes(api, sql);
      addCallbackRoutes(api, takeAnswer);
    },
    { prefix: '/api/v1' },
  );
  const aliasParts = { sql, authenticate, countCall: aliasCalls.countCall, takeAnswer };
  await addLookupAlias(app, aliasParts);
  await addStatusAlias(app, aliasParts);
  await addIntakeRoutes(app, {
    storeAlerts: shareCommits(async (incoming: readonly IncomingAlert[]) => {
      const stored = await storeAlerts(sql, incoming, config.responseWindowMs);
      onNewWork();
      for (const { companyId } of stored) if (companyId !== null) live.tell(companyId, 'alerts');
      return stored;
    }, INTAKE_SHARING),
    signingKeys,
    now: clock.now,
    observe: metrics.alertReceived,
  });
  if (sandbox) {
    await addOutcomeRoute(app, { sql, signingKey: signingKeys.provider_a_alerts, now: clock.now });
    addCompanyApplication(app);
  }
  const dashboard = { app, log, takeAnswer, onNewWork, live };
  await addDashboard(app, createDashboardParts(config, installation, dashboard));
  answerWrongMethods();
  app.addHook('onClose', async () => {
    clock.stop();
    await aliasCalls.stop();
    await credentialUses.stop();
  });
  return app;
}

/** A worker serves nobody, but can be watched. */
function createWorkerApp(
  config: Config,
  { sql }: Installation,
  log: FastifyBaseLogger,
  metrics: Metrics,
): FastifyInstance {
  const app = createApp(log);
  addWatchRoutes(app, config, sql, metrics);
  return app;
}

function addWatchRoutes(app: FastifyInstance, config: Config, sql: Sql, metrics: Metrics): void {
  metrics.watchBacklog(() => readOutboxBacklog(sql));
  addHealthRoutes(app, async () => (await readDatabaseClock(sql)).getTime() > 0);
  addMetricsRoute(app, metrics.render, config.metricsToken);
  app.addHook('onResponse', async (request, reply) => {
    metrics.request({
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
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
    app.log.warn({ err: error }, 'health and metrics of this worker are not served');
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
