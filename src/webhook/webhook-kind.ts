import type { Exchange, LaneKind } from '../outbox/lane-kind.ts';
import type { SendResult } from '../sending/send-result.ts';
import type { Sender } from '../sending/sender.ts';
import { renderBody, webhookId } from '../shapes/webhook.ts';
import type { SecretBox } from '../signing/secret-box.ts';
import type { Sql } from '../store/connect.ts';
import { pauseEndpoint } from '../store/webhook-endpoints.ts';
import {
  claimWebhookJobs,
  failOverdueWebhooks,
  findDueWebhookLanes,
  type FinishedWebhook,
  finishWebhooks,
  type WebhookJob,
} from '../store/webhook-jobs.ts';
import { judgeAnswer, type WebhookVerdict } from './judge-answer.ts';
import { signBody } from './sign-body.ts';

const EXCHANGES_MAX = 256;
const SLOW_SHARE = 0.25;
const OVERDUE_PER_SWEEP_MAX = 1000;
const RESPONSE_KEPT_MAX = 1024;

export interface WebhookParts {
  readonly sql: Sql;
  readonly sender: Sender;
  readonly secretBox: SecretBox;
  /** The database's clock. */
  readonly now: () => Date;
  readonly observe: (job: WebhookJob, outcome: WebhookVerdict['outcome'], at: Date) => void;
}

export function createWebhookKind(parts: WebhookParts): LaneKind<WebhookJob, FinishedWebhook> {
  const { sql } = parts;
  return {
    name: 'webhook',
    jobsPerExchangeMax: 1,
    exchangesMax: EXCHANGES_MAX,
    slowShare: SLOW_SHARE,
    findDueLanes: () => findDueWebhookLanes(sql),
    claim: (holder, claims) => claimWebhookJobs(sql, holder, claims),
    carryOut: async ([job]) => {
      if (job === undefined) throw new Error('A webhook exchange without a job');
      return deliver(parts, job);
    },
    close: () => parts.sender.close(),
    finish: (holder, finished) => finishWebhooks(sql, holder, finished),
    failOverdue: async (holder, lane, jobIdsInHand) => {
      await failOverdueWebhooks(sql, { holder, lane, jobIdsInHand, jobsMax: OVERDUE_PER_SWEEP_MAX });
    },
  };
}

/** Render, sign, post, judge; what became of it is recorded with that of others. */
async function deliver(parts: WebhookParts, job: WebhookJob): Promise<Exchange<FinishedWebhook>> {
  const attemptedAt = parts.now();
  const body = renderBody(job);
  const headers = signBody(
    openSecrets(parts.secretBox, job),
    webhookId(job.alert.id, job.lane),
    body,
    attemptedAt,
  );
  const result = await parts.sender.post({
    url: job.endpoint.url,
    headers: { ...headers },
    body,
    lane: job.lane,
  });
  const { verdict, report } = judgeAnswer(result, {
    attempts: job.attemptsMade + 1,
    now: parts.now(),
    giveUpAt: job.giveUpAt,
    jitter: Math.random(),
  });
  if (verdict.outcome === 'gone') {
    await pauseEndpoint(parts.sql, job.companyId, job.lane, 'The receiver answered 410 Gone');
  }
  parts.observe(job, verdict.outcome, parts.now());
  return { finished: [describeAttempt(job, attemptedAt, result, verdict)], report };
}

function openSecrets(secretBox: SecretBox, { endpoint }: WebhookJob): Buffer[] {
  return [endpoint.secretEncrypted, endpoint.previousSecretEncrypted]
    .filter((sealed) => sealed !== null)
    .map((sealed) => secretBox.open(sealed));
}

function describeAttempt(
  job: WebhookJob,
  attemptedAt: Date,
  result: SendResult,
  verdict: WebhookVerdict,
): FinishedWebhook {
  return {
    jobId: job.jobId,
    lane: job.lane,
    companyId: job.companyId,
    alertId: job.alert.id,
    attempt: job.attemptsMade + 1,
    attemptedAt,
    durationMs: Math.round(result.durationMs),
    status: result.kind === 'answered' ? result.status : null,
    error: result.kind === 'failed' ? `${result.reason}: ${result.detail}` : null,
    response: result.kind === 'answered' ? keepResponse(result.body) : null,
    // What a paused endpoint was to get waits as it is; it goes out when a person resumes it.
    outcome: verdict.outcome === 'gone' ? 'retry' : verdict.outcome,
    dueAt: verdict.outcome === 'retry' ? verdict.dueAt : verdict.outcome === 'gone' ? attemptedAt : null,
  };
}

/** PostgreSQL cannot hold a NUL, and a receiver may send anything. */
function keepResponse(body: string): string | null {
  const kept = body.slice(0, RESPONSE_KEPT_MAX).replaceAll('\0', '').toWellFormed();
  return kept === '' ? null : kept;
}
