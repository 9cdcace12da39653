import type { FastifyBaseLogger } from 'fastify';
import { sleepUntilDue } from '../loops/sleep.ts';
import { expireAlerts, type ExpiryPass } from '../store/alerts/expire-alerts.ts';
import type { Sql } from '../store/connect.ts';

const ALERTS_PER_PASS_MAX = 1000;
/** Never sleeps longer, so that a deadline another process has just written is met within a second. */
const SLEEP = { msMin: 5, msMax: 500 };

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
      return { expired: 0, companyIds: [], latenessMs: 0, nextDueInMs: undefined };
    });
    if (pass.expired > 0) {
      log.info({ expired: pass.expired }, 'alerts expired');
      observe(pass);
    }
    if (pass.expired < ALERTS_PER_PASS_MAX) await sleepUntilDue(pass.nextDueInMs, SLEEP, signal);
  }
}
