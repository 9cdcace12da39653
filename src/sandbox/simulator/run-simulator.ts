import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sleep } from '../../loops/sleep.ts';
import type { Provider } from '../../rules/provider.ts';
import { hasAlerts } from '../../store/alerts/has-alerts.ts';
import type { Sql } from '../../store/connect.ts';
import { ensureApplicationEndpoint } from './company-application.ts';
import { playPast } from './play-past.ts';
import { type Post, sendSimulatedAlerts } from './send-simulated-alerts.ts';

const FIRST_SPREAD_COUNT = 6;
const PAUSE_MS_MIN = 30_000;
const PAUSE_MS_MAX = 120_000;
const POST_TIMEOUT_MS = 10_000;

export interface SimulatorParts {
  readonly sql: Sql;
  readonly providerSecrets: Readonly<Record<Provider, string>>;
  readonly secretKey: string;
  readonly companyId: string;
  readonly responseWindowMs: number;
  /** Where the service listens: alerts come in as they would from outside. */
  readonly url: string;
  readonly log: FastifyBaseLogger;
}

/** Plays the providers for the sandbox's company: a month behind it, a first spread of alerts, then one now and then. */
export async function runSimulator(parts: SimulatorParts, signal: AbortSignal): Promise<void> {
  await begin(parts).catch((error: unknown) =>
    parts.log.warn({ err: error }, 'the simulator could not start'),
  );
  while (!signal.aborted) {
    await sleep(randomInt(PAUSE_MS_MIN, PAUSE_MS_MAX), signal);
    if (!signal.aborted) await send(parts, 1);
  }
}

/** Not for a new sandbox only: a first start that was cut short, by a port in use for one, leaves it to the next. */
async function begin(parts: SimulatorParts): Promise<void> {
  const endpointId = await ensureApplicationEndpoint(parts);
  if (await hasAlerts(parts.sql, parts.companyId)) return;
  await playPast({ ...parts, endpointId });
  await send(parts, FIRST_SPREAD_COUNT);
}

async function send(
  { sql, providerSecrets, companyId, url, log }: SimulatorParts,
  count: number,
): Promise<void> {
  await sendSimulatedAlerts({ sql, companyId, count, providerSecrets, post: postTo(url) }).catch(
    (error: unknown) => log.warn({ err: error }, 'the simulator could not send an alert'),
  );
}

function postTo(url: string): Post {
  return async (path, headers, body) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
    return { status: response.status, body: await response.text() };
  };
}
