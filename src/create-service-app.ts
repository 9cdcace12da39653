import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { addCallbackRoutes } from './callback/routes.ts';
import { createTakeAnswer, type TakeAnswer } from './callback/take-answer.ts';
import type { Config } from './config.ts';
import { createDashboardParts } from './create-dashboard-parts.ts';
import { addDashboard } from './dashboard/add-dashboard.ts';
import { createApp } from './http/app.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { countShedRequests } from './http/count-shed-requests.ts';
import { addHealthRoutes } from './http/health.ts';
import { addMetricsRoute } from './http/metrics-route.ts';
import { startCredentialUses } from './http/note-credential-uses.ts';
import { addApiReference, addOpenApiDocument } from './http/openapi.ts';
import { createQueue } from './http/queue.ts';
import { watchForWrongMethods } from './http/wrong-methods.ts';
import { addIntakeRoutes } from './intake/routes.ts';
import { startAliasCallCounter } from './legacy/count-alias-calls.ts';
import { addLookupAlias } from './legacy/lookup-alias.ts';
import { addStatusAlias } from './legacy/status-alias.ts';
import type { Live } from './live/live.ts';
import { addLookupRoutes } from './lookup/routes.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import type { Installation } from './open-installation.ts';
import { addCompanyApplication } from './sandbox/simulator/company-application.ts';
import { addOutcomeRoute } from './sandbox/simulator/outcome-route.ts';
import { readSigningKeys } from './signing/standard-webhooks.ts';
import { traceAnswers, traceReceipts } from './start-tracing.ts';
import { type IncomingAlert, storeAlerts } from './store/alerts/store-alerts.ts';
import type { Sql } from './store/connect.ts';
import { readOutboxBacklog } from './store/outbox/outbox-backlog.ts';
import { readDatabaseClock } from './store/read-database-clock.ts';
import { shareRuns } from './store/share-runs.ts';
import { startDatabaseClock } from './store/start-database-clock.ts';
import type { Tracer } from './tracing/tracer.ts';

/** Connections stay free for those who answer and deliver; a lookup that waits too long had better be asked again. */
const LOOKUPS_AT_ONCE = { runningMax: 6, waitingMax: 256, waitMsMax: 2000 };
const INTAKE_SHARING = { itemsMax: 500, waitingMax: 20_000, runsMax: 2 };

export interface AppOptions {
  /** Called after a commit that left something to send. */
  readonly onNewWork?: (() => void) | undefined;
  readonly metrics?: Metrics | undefined;
  readonly live?: Live | undefined;
  readonly tracer?: Tracer | undefined;
  /** Whether it is about to stop and serves only those who have not noticed yet. */
  readonly isLeaving?: (() => boolean) | undefined;
}

/** Nobody listens. */
const NO_LIVE: Live = { tell: () => {}, subscribe: () => () => {} };

/** What all groups of routes are made of. */
interface Parts {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly installation: Installation;
  readonly log: FastifyBaseLogger;
  readonly takeAnswer: TakeAnswer;
  readonly onNewWork: () => void;
  readonly metrics: Metrics;
  readonly live: Live;
  readonly tracer: Tracer | undefined;
}

/** The whole HTTP application, not yet listening. */
export async function createServiceApp(
  config: Config,
  installation: Installation,
  log: FastifyBaseLogger,
  { onNewWork = () => {}, metrics = createMetrics(), live = NO_LIVE, tracer, isLeaving }: AppOptions = {},
): Promise<FastifyInstance> {
  const { sql } = installation;
  const app = createApp(log);
  const takeAnswer = createTakeAnswer(sql, config.followUpWindowMs, ({ companyId }) => {
    onNewWork();
    live.tell(companyId, 'alerts');
  });
  const parts: Parts = {
    app,
    config,
    installation,
    log,
    takeAnswer: traceAnswers(takeAnswer, tracer),
    onNewWork,
    metrics,
    live,
    tracer,
  };
  const answerWrongMethods = watchForWrongMethods(app);
  await addApiReference(app, config.publicUrl);
  addOpenApiDocument(app);
  addWatchRoutes(app, config, { sql, metrics, isLeaving });
  await addCompanyRoutes(parts);
  await addProviderRoutes(parts);
  await addDashboard(app, createDashboardParts(config, installation, parts));
  answerWrongMethods();
  return app;
}

/**
 * What a company's application calls: the current API and the two aliases of the previous one. When there is too much to
 * do, lookups are refused before anything is done for them, so that answers and arrivals go on.
 */
async function addCompanyRoutes({
  app,
  config,
  installation,
  log,
  takeAnswer,
  metrics,
}: Parts): Promise<void> {
  const { sql } = installation;
  const credentialUses = startCredentialUses(sql, log);
  const aliasCalls = startAliasCallCounter(sql, log);
  const authenticate = createAuthenticate(sql, config.rateLimitPerMinute, credentialUses.add);
  const countShed = (): void => metrics.shed('lookup');
  const { takeTurn, refuseIfFull } = createQueue(LOOKUPS_AT_ONCE);
  const setCaller = async (request: FastifyRequest): Promise<void> => {
    request.caller = await authenticate(request, 'basic');
  };
  await app.register(
    async (api) => {
      countShedRequests(api, countShed);
      api.addHook('onRequest', async () => refuseIfFull());
      api.addHook('onRequest', setCaller);
      addLookupRoutes(api, { sql, takeTurn });
    },
    { prefix: '/api/v1' },
  );
  await app.register(
    async (api) => {
      api.addHook('onRequest', setCaller);
      addCallbackRoutes(api, takeAnswer);
    },
    { prefix: '/api/v1' },
  );
  const aliasParts = { sql, authenticate, countCall: aliasCalls.add, takeAnswer, takeTurn };
  await app.register(async (scope) => {
    countShedRequests(scope, countShed);
    await addLookupAlias(scope, aliasParts);
  });
  await addStatusAlias(app, aliasParts);
  app.addHook('onClose', async () => {
    await aliasCalls.stop();
    await credentialUses.stop();
  });
}

/** What providers call; in the sandbox also the parts it simulates. */
async function addProviderRoutes({
  app,
  config,
  installation,
  onNewWork,
  metrics,
  live,
  tracer,
}: Parts): Promise<void> {
  const { sql, providerSecrets, sandbox } = installation;
  const clock = await startDatabaseClock(sql);
  app.addHook('onClose', async () => clock.stop());
  const signingKeys = {
    provider_a_alerts: readSigningKeys(providerSecrets.provider_a_alerts),
    provider_b_rdr: readSigningKeys(providerSecrets.provider_b_rdr),
  };
  const storeTogether = shareRuns(async (incoming: readonly IncomingAlert[]) => {
    const stored = await storeAlerts(sql, incoming, config.responseWindowMs);
    onNewWork();
    for (const { companyId } of stored) if (companyId !== null) live.tell(companyId, 'alerts');
    return stored;
  }, INTAKE_SHARING);
  await addIntakeRoutes(app, {
    storeAlerts: traceReceipts(storeTogether, tracer),
    signingKeys,
    now: clock.now,
    observe: metrics.alertReceived,
  });
  if (sandbox) {
    await addOutcomeRoute(app, { sql, signingKeys: signingKeys.provider_a_alerts, now: clock.now });
    addCompanyApplication(app);
  }
}

/** A worker serves nobody, but can be watched. */
export function createWorkerApp(
  config: Config,
  { sql }: Installation,
  log: FastifyBaseLogger,
  metrics: Metrics,
): FastifyInstance {
  const app = createApp(log);
  addWatchRoutes(app, config, { sql, metrics });
  return app;
}

interface WatchedParts {
  readonly sql: Sql;
  readonly metrics: Metrics;
  readonly isLeaving?: AppOptions['isLeaving'];
}

function addWatchRoutes(
  app: FastifyInstance,
  config: Config,
  { sql, metrics, isLeaving = () => false }: WatchedParts,
): void {
  metrics.watchBacklog(() => readOutboxBacklog(sql));
  addHealthRoutes(app, async () => !isLeaving() && (await readDatabaseClock(sql)).getTime() > 0);
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
