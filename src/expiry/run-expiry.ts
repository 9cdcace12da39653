import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../store/connect.ts';
import { expireAlerts, type ExpiryPass } from '../store/expire-alerts.ts';

const ALERTS_PER_PASS_MAX = 1000;
/** Never sleeps longer, so that a deadline another process has just written is noticed within a second. */
const SLEEP_MS_MAX = 500;
const SLEEP_MS_MIN = 5;

/** Marks alerts as they fall due until `signal` says stop. Any number of processes may run it. */
export async function runExpiry(
  sql: Sql,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  observe: (pass: ExpiryPass) => void = () => {},
): Promise<void> {
  while (!signal.aborted) {
    const pass = await expireAlerts(sql, ALERTS_PER_PASS_MAX).catch((error: unknown): ExpiryPass => {
      log.error({ err: error }, 'expiry pass failed; trying again');
      return { expired: 0, companyIds: [], latenessMs: 0, nextDueInMs: SLEEP_MS_MAX };
    });
    if (pass.expired > 0) {
      log.info({ expired: pass.expired }, 'alerts expired');
      observe(pass);
    }
    if (pass.expired < ALERTS_PER_PASS_MAX) await sleepUntilDue(pass.nextDueInMs, signal);
  }
}

async function sleepUntilDue(nextDueInMs: number | undefined, signal: AbortSignal): Promise<void> {
  const sleepMs = Math.min(Math.max(Math.ceil(nextDueInMs ?? SLEEP_MS_MAX), SLEEP_MS_MIN), SLEEP_MS_MAX);
  await pause(sleepMs, undefined, { signal }).catch(() => {});
}
