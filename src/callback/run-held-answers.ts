import type { FastifyBaseLogger } from 'fastify';
import { sleepUntilDue } from '../loops/sleep.ts';
import { type DueHeldAnswers, findDueHeldAnswers } from '../store/alerts/held-answers.ts';
import type { AlertKey } from '../store/alerts/lock-alerts.ts';
import type { Sql } from '../store/connect.ts';
import { type AppliedHeldAnswer, applyHeldAnswer } from './apply-held-answer.ts';

const ANSWERS_PER_PASS_MAX = 100;
/** Never sleeps longer, so that what another process has just written is met, and so is what a dead one left. */
const SLEEP = { msMin: 20, msMax: 500 };

export interface HeldAnswerParts {
  readonly sql: Sql;
  readonly log: FastifyBaseLogger;
  readonly followUpWindowMs: number;
  /** Called after each one, whether it was accepted or refused. */
  readonly onApplied: (companyId: string, isAccepted: boolean) => void;
}

/** Carries out held answers as they fall due until `signal` says stop. Any number of processes may run it. */
export async function runHeldAnswers(parts: HeldAnswerParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { due, nextDueInMs } = await findDue(parts);
    for (const key of due) {
      if (signal.aborted) return;
      await applyOne(parts, key);
    }
    await sleepUntilDue(nextDueInMs, SLEEP, signal);
  }
}

async function findDue({ sql, log }: HeldAnswerParts): Promise<DueHeldAnswers> {
  try {
    return await findDueHeldAnswers(sql, ANSWERS_PER_PASS_MAX);
  } catch (error) {
    log.error({ err: error }, 'held answers could not be read; trying again');
    return { due: [], nextDueInMs: undefined };
  }
}

/** Each by itself: one that fails stays held and delays no other. */
async function applyOne(parts: HeldAnswerParts, key: AlertKey): Promise<void> {
  try {
    const applied = await applyHeldAnswer(parts.sql, key, parts.followUpWindowMs);
    if (applied !== undefined) report(parts, applied);
  } catch (error) {
    parts.log.error(
      { err: error, alert_id: key.alertId },
      'a held answer could not be applied; trying again',
    );
  }
}

function report({ log, onApplied }: HeldAnswerParts, { held, outcome }: AppliedHeldAnswer): void {
  const { companyId, alertId, status } = held;
  if (outcome.kind === 'refused') {
    log.warn(
      { company_id: companyId, alert_id: alertId, status, refusal: outcome.refusal },
      'a held answer was refused when it fell due',
    );
  }
  onApplied(companyId, outcome.kind === 'accepted');
}
