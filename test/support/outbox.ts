import type { LaneClaim } from '../../src/store/outbox-lanes.ts';
import type { FinishedWebhook, WebhookJob } from '../../src/store/webhook-jobs.ts';

/** What a worker asks of a lane: all that is due, unless said otherwise. */
export function claimOf(lane: string, more: Partial<LaneClaim> = {}): LaneClaim {
  return {
    lane,
    jobsMax: 100,
    jobIdsInHand: [],
    firstAttemptsOnly: false,
    nearestDeadlineFirst: false,
    ...more,
  };
}

/** That it was delivered, as a worker tells it. */
export function delivered(job: WebhookJob): FinishedWebhook {
  return {
    jobId: job.jobId,
    lane: job.lane,
    companyId: job.companyId,
    alertId: job.alert.id,
    attempt: job.attemptsMade + 1,
    attemptedAt: new Date(),
    durationMs: 1,
    status: 200,
    error: null,
    response: null,
    outcome: 'delivered',
    dueAt: null,
  };
}
