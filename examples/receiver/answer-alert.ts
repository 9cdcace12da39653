import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './decide.ts';
import type { Settings } from './settings.ts';

const TIMEOUT_MS = 10_000;
const TRIES_MAX = 6;
const FIRST_PAUSE_MS = 500;

/** Sends the answer until the service has said yes or no; returns what it said. */
export async function answerAlert(
  settings: Settings,
  alertId: string,
  status: Answer,
  idempotencyKey: string,
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryToAnswer(settings, alertId, status, idempotencyKey);
    if (outcome.kind === 'settled') return outcome.said;
    if (tries === TRIES_MAX) throw new Error(`Gave up after ${tries} tries: ${outcome.reason}`);
    await pause(Math.max(outcome.retryAfterMs, FIRST_PAUSE_MS * 2 ** (tries - 1)));
  }
}

type Outcome =
  | { readonly kind: 'settled'; readonly said: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly retryAfterMs: number };

async function tryToAnswer(
  { apiUrl, clientId, clientSecret }: Settings,
  alertId: string,
  status: Answer,
  idempotencyKey: string,
): Promise<Outcome> {
  try {
    const response = await fetch(`${apiUrl}/api/v1/chargeback-alert/alerts/${alertId}/status`, {
      method: 'PATCH',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/json',
        // The same for every try, so that an answer which arrived but was not confirmed counts once.
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ status }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const said = await response.text();
    if (response.status === 429 || response.status >= 500) {
      const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
      return { kind: 'retry', reason: `${response.status} ${said}`, retryAfterMs };
    }
    // A refusal, such as an answer after the deadline, stays one: trying again would not help.
    return {
      kind: 'settled',
      said: response.ok ? `answered ${status}` : `refused, ${response.status} ${said}`,
    };
  } catch (error) {
    return { kind: 'retry', reason: String(error), retryAfterMs: 0 };
  }
}
