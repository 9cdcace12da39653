import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { BackofficeError } from './backoffice/backoffice-error.ts';
import { openSigningKeys } from './backoffice/endpoints/open-signing-keys.ts';
import { requireEndpoint } from './backoffice/endpoints/require-endpoint.ts';
import type { Config } from './config.ts';
import type { DashboardParts } from './dashboard/parts.ts';
import { createQueue } from './http/queue.ts';
import type { Live } from './live/live.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Installation } from './open-installation.ts';
import { isTaken } from './rules/outcomes.ts';
import {
  NoEnrollmentError,
  type Post,
  sendSimulatedAlerts,
} from './sandbox/simulator/send-simulated-alerts.ts';
import { createSender } from './sending/sender.ts';
import type { TestEventShape } from './shapes/dashboard/integration.ts';
import { readDatabaseClock } from './store/read-database-clock.ts';
import { sendSample } from './webhook/send-sample.ts';

const RESPONSE_SHOWN_LENGTH_MAX = 2000;
/** Of lists, overviews and exports together, out of the connections that a process has. */
const SLOW_READS_AT_ONCE = { runningMax: 4, waitingMax: 200 };

export interface DashboardContext {
  readonly app: FastifyInstance;
  readonly log: FastifyBaseLogger;
  readonly onNewWork: () => void;
  readonly live: Live;
  readonly metrics: Metrics;
}

/** What the dashboard's routes need of stages that they must not know. */
export function createDashboardParts(
  config: Config,
  installation: Installation,
  { app, log, onNewWork, live, metrics }: DashboardContext,
): DashboardParts {
  const { sql, secretKey, sandbox } = installation;
  return {
    sql,
    log,
    secretKey,
    publicUrl: config.publicUrl,
    rateLimitPerMinute: config.rateLimitPerMinute,
    webhookAllowPrivate: config.webhookAllowPrivate,
    responseWindowMs: config.responseWindowMs,
    followUpWindowMs: config.followUpWindowMs,
    smtpUrl: config.smtpUrl,
    onNewWork,
    live,
    takeTurn: createQueue(SLOW_READS_AT_ONCE, () => metrics.shed('dashboard')).takeTurn,
    sendTestEvent: createSendTestEvent(config, installation, app),
    sendTestAlert: sandbox && createSendTestAlert(installation, app),
  };
}

/** Plays provider A for one alert, through the intake of this very process. */
function createSendTestAlert(
  { sql, providerSecrets }: Installation,
  app: FastifyInstance,
): NonNullable<DashboardParts['sendTestAlert']> {
  const post: Post = async (path, headers, payload) => {
    const answer = await app.inject({ method: 'POST', url: path, headers, payload });
    return { status: answer.statusCode, body: answer.body };
  };
  return async (companyId) => {
    const wanted = { companyId, provider: 'provider_a_alerts', count: 1 } as const;
    try {
      return await sendSimulatedAlerts({ sql, providerSecrets, post, ...wanted });
    } catch (error) {
      if (!(error instanceof NoEnrollmentError)) throw error;
      throw new BackofficeError(`${error.message}: no alert can be routed to it.`, { cause: error });
    }
  };
}

/** Over one sender for all, which closes with the application. */
function createSendTestEvent(
  { webhookAllowPrivate }: Config,
  { sql, secretKey }: Installation,
  app: FastifyInstance,
): DashboardParts['sendTestEvent'] {
  const sender = createSender({ allowPrivate: webhookAllowPrivate });
  app.addHook('onClose', () => sender.close());
  return async (companyId, endpointId): Promise<TestEventShape> => {
    const endpoint = await requireEndpoint(sql, endpointId, companyId);
    const signingKeys = openSigningKeys(secretKey, endpoint);
    const { result } = await sendSample(sender, { endpoint, signingKeys }, await readDatabaseClock(sql));
    const isAnswered = result.kind === 'answered';
    return {
      delivered: isAnswered && isTaken(result.status),
      status: isAnswered ? result.status : null,
      error: isAnswered ? null : `${result.reason}: ${result.detail}`,
      duration_ms: result.durationMs,
      response: isAnswered ? result.body.slice(0, RESPONSE_SHOWN_LENGTH_MAX) : null,
    };
  };
}
