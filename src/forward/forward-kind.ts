import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Exchange, LaneKind } from '../outbox/lane-kind.ts';
import { PROVIDER_A_LANE } from '../rules/lane.ts';
import { NIL_UUID } from '../rules/uuid.ts';
import type { SendResult } from '../sending/send-result.ts';
import type { Sender } from '../sending/sender.ts';
import { signMessage } from '../signing/standard-webhooks.ts';
import type { Sql } from '../store/connect.ts';
import {
  claimForwardJobs,
  type FinishedForward,
  finishForwards,
  type ForwardJob,
  hasDueForwards,
  settleOverdueForwards,
} from '../store/outbox/forward-jobs.ts';
import { type ForwardVerdict, judgeWord, readProviderWords } from './judge-results.ts';
import { reportMissedAnswer } from './missed-answer.ts';

const OUTCOMES_PER_MESSAGE = 25;
const EXCHANGES_MAX = 4;
const OVERDUE_PER_SWEEP_MAX = 1000;
const OVERDUE_MESSAGE = 'the window ended before the provider could be told';

export interface ForwardParts {
  readonly sql: Sql;
  readonly sender: Sender;
  /** Where provider A takes outcomes, without `/outcomes`. */
  readonly providerUrl: string;
  readonly signingKeys: readonly Buffer[];
  /** The database's clock. */
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly observe: (outcome: ForwardVerdict['outcome']) => void;
  /** Called for each answer that was sent, with what became of it. */
  readonly onSent?:
    | ((job: ForwardJob, outcome: ForwardVerdict['outcome'], attemptedAt: Date) => void)
    | undefined;
}

/** Carries accepted answers to provider A. */
export function createForwardKind(parts: ForwardParts): LaneKind<ForwardJob, FinishedForward> {
  const { sql } = parts;
  return {
    name: 'forward',
    jobsPerExchangeMax: OUTCOMES_PER_MESSAGE,
    exchangesMax: EXCHANGES_MAX,
    slowShare: 1,
    findDueLanes: async () =>
      // The lane belongs to the provider, not to a company.
      (await hasDueForwards(sql, PROVIDER_A_LANE)) ? [{ lane: PROVIDER_A_LANE, companyId: NIL_UUID }] : [],
    claim: (holder, claims) => claimForwardJobs(sql, holder, claims),
    carryOut: (jobs) => forward(parts, jobs),
    close: () => parts.sender.close(),
    finish: (holder, finished) => finishForwards(sql, holder, finished),
    failOverdue: async (holder, lane, jobIdsInHand) => {
      const whose = { holder, lane, jobIdsInHand, jobsMax: OVERDUE_PER_SWEEP_MAX };
      const overdue = await settleOverdueForwards(sql, whose, OVERDUE_MESSAGE);
      for (const missed of overdue)
        reportMissedAnswer(parts, missed, { outcome: 'too_late', message: OVERDUE_MESSAGE });
    },
  };
}

/** Checks the window, posts what is in time, and settles each by the provider's word. */
async function forward(parts: ForwardParts, jobs: readonly ForwardJob[]): Promise<Exchange<FinishedForward>> {
  const attemptedAt = parts.now();
  const late = jobs.filter(({ giveUpAt }) => giveUpAt <= attemptedAt);
  const inTime = jobs.filter(({ giveUpAt }) => giveUpAt > attemptedAt);
  const finished = late.map((job) =>
    settle(parts, job, null, { outcome: 'too_late', message: OVERDUE_MESSAGE }),
  );
  if (inTime.length === 0) return { finished, report: { kind: 'none', durationMs: 0 } };
  const result = await post(parts, inTime, attemptedAt);
  const wordOn = readProviderWords(result);
  for (const job of inTime) {
    const verdict = judgeWord(wordOn(job.providerAlertId, job.attemptsMade > 0 ? job : undefined), {
      attempts: job.attemptsMade + 1,
      now: parts.now(),
      giveUpAt: job.giveUpAt,
      jitter: Math.random(),
    });
    parts.onSent?.(job, verdict.outcome, attemptedAt);
    finished.push(settle(parts, job, attemptedAt, verdict));
  }
  return { finished, report: { kind: reportKind(result), durationMs: result.durationMs } };
}

async function post(parts: ForwardParts, jobs: readonly ForwardJob[], at: Date): Promise<SendResult> {
  const body = JSON.stringify({
    outcomes: jobs.map((job) => ({
      alert_id: job.providerAlertId,
      outcome: job.outcome,
      answered_at: job.answeredAt.toISOString(),
    })),
  });
  // The same answers repeated carry the same id, so that the provider can tell.
  const id = `msg_${hash('sha256', jobs.map(({ forwardId }) => forwardId).join(' '))}`;
  const signature = signMessage(parts.signingKeys, { id, at, body });
  return parts.sender.post({
    url: `${parts.providerUrl}/outcomes`,
    headers: { 'content-type': 'application/json', ...signature },
    body,
  });
}

function reportKind(result: SendResult): 'success' | 'failure' | 'transport_failure' {
  if (result.kind === 'failed') return 'transport_failure';
  return result.status === 200 ? 'success' : 'failure';
}

function settle(
  parts: ForwardParts,
  job: ForwardJob,
  attemptedAt: Date | null,
  verdict: ForwardVerdict,
): FinishedForward {
  if (verdict.outcome === 'refused' || verdict.outcome === 'too_late')
    reportMissedAnswer(parts, job, verdict);
  else parts.observe(verdict.outcome);
  return {
    jobId: job.jobId,
    lane: job.lane,
    companyId: job.companyId,
    forwardId: job.forwardId,
    attempts: job.attemptsMade + (attemptedAt === null ? 0 : 1),
    attemptedAt,
    outcome: verdict.outcome,
    message: verdict.message,
    dueAt: verdict.outcome === 'retry' ? verdict.dueAt : null,
  };
}
