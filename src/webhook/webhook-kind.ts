import type { Exchange, LaneKind } from '../outbox/lane-kind.ts';
import { keepText } from '../rules/keep-text.ts';
import type { SendResult } from '../sending/send-result.ts';
import type { Sender } from '../sending/sender.ts';
import { renderBody, webhookId } from '../shapes/webhook.ts';
import type { SecretBox } from '../signing/secret-box.ts';
import type { Sql } from '../store/connect.ts';
import { pauseEndpoint } from '../store/outbox/webhook-endpoints.ts';
import {
  claimWebhookJobs,
  failOverdueWebhooks,
  findDueWebhookLanes,
  type FinishedWebhook,
  finishWebhooks,
  type WebhookJob,
  type WebhookTarget,
} from '../store/outbox/webhook-jobs.ts';
import { judgeAnswer, type WebhookVerdict } from './judge-answer.ts';
import { shareSigningKeys } from './share-signing-keys.ts';
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
  readonly observe: (job: RenderedJob, attempt: AttemptSeen) => void;
  /** What goes along beside the signature; most have none. */
  readonly moreHeaders?: ((job: RenderedJob) => Readonly<Record<string, string>>) | undefined;
}

interface AttemptSeen {
  readonly outcome: WebhookVerdict['outcome'];
  readonly attemptedAt: Date;
  readonly endedAt: Date;
}

/** What waits for its turn: the text that goes out, and no longer the alert it tells of. */
export interface RenderedJob extends Omit<WebhookJob, 'alert' | 'merchantName'> {
  readonly alertId: string;
  readonly receivedAt: string;
  readonly body: string;
}

export function createWebhookKind(parts: WebhookParts): LaneKind<RenderedJob, FinishedWebhook> {
  const { sql } = parts;
  const signingKeysOf = shareSigningKeys(parts.secretBox);
  return {
    name: 'webhook',
    jobsPerExchangeMax: 1,
    exchangesMax: EXCHANGES_MAX,
    slowShare: SLOW_SHARE,
    findDueLanes: () => findDueWebhookLanes(sql),
    claim: async (holder, claims) => (await claimWebhookJobs(sql, holder, claims)).map(render),
    carryOut: ([job]) => deliver(parts, signingKeysOf, job),
    close: () => parts.sender.close(),
    finish: (holder, finished) => finishWebhooks(sql, holder, finished),
    failOverdue: async (holder, lane, jobIdsInHand) => {
      await failOverdueWebhooks(sql, { holder, lane, jobIdsInHand, jobsMax: OVERDUE_PER_SWEEP_MAX });
    },
  };
}

/** All of a claim at once, which is cheaper than each between two exchanges. */
function render(job: WebhookJob): RenderedJob {
  const { jobId, dueAt, lane, companyId, attemptsMade, giveUpAt, endpoint, alert } = job;
  return {
    jobId,
    dueAt,
    lane,
    companyId,
    attemptsMade,
    giveUpAt,
    endpoint,
    alertId: alert.id,
    receivedAt: alert.receivedAt,
    body: renderBody(job),
  };
}

/** Sign, post, judge; what became of it is recorded with that of others. */
async function deliver(
  parts: WebhookParts,
  signingKeysOf: (endpoint: WebhookTarget) => readonly Buffer[],
  job: RenderedJob | undefined,
): Promise<Exchange<FinishedWebhook>> {
  if (job === undefined) throw new Error('A webhook exchange without a job');
  const attemptedAt = parts.now();
  const { lane, endpoint, body } = job;
  const signed = signBody(signingKeysOf(endpoint), webhookId(job.alertId, lane), body, attemptedAt);
  const headers = parts.moreHeaders === undefined ? signed : { ...signed, ...parts.moreHeaders(job) };
  const result = await parts.sender.post({ url: endpoint.url, headers, body, lane });
  const now = parts.now();
  const { verdict, report } = judgeAnswer(result, {
    attempts: job.attemptsMade + 1,
    now,
    giveUpAt: job.giveUpAt,
    jitter: Math.random(),
  });
  if (verdict.outcome === 'gone') {
    await pauseEndpoint(parts.sql, job.companyId, job.lane, 'The receiver answered 410 Gone');
  }
  parts.observe(job, { outcome: verdict.outcome, attemptedAt, endedAt: now });
  return { finished: [describeAttempt(job, attemptedAt, result, verdict)], report };
}

function describeAttempt(
  job: RenderedJob,
  attemptedAt: Date,
  result: SendResult,
  verdict: WebhookVerdict,
): FinishedWebhook {
  return {
    jobId: job.jobId,
    lane: job.lane,
    companyId: job.companyId,
    alertId: job.alertId,
    attempt: job.attemptsMade + 1,
    attemptedAt,
    durationMs: Math.round(result.durationMs),
    status: result.kind === 'answered' ? result.status : null,
    error: result.kind === 'failed' ? `${result.reason}: ${result.detail}` : null,
    response: result.kind === 'answered' ? keepText(result.body, RESPONSE_KEPT_MAX) || null : null,
    // What a paused endpoint was to get waits as it is; it goes out when a person resumes it.
    outcome: verdict.outcome === 'gone' ? 'retry' : verdict.outcome,
    dueAt: verdict.outcome === 'retry' ? verdict.dueAt : verdict.outcome === 'gone' ? attemptedAt : null,
  };
}
