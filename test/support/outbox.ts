import type { LaneClaim } from '../../src/store/outbox/outbox-lanes.ts';
import type { FinishedWebhook, WebhookJob } from '../../src/store/outbox/webhook-jobs.ts';
import { createTestCompany } from './company.ts';
import { receiveAlerts } from './deliveries.ts';
import { createTestEndpoint } from './endpoint.ts';
import type { TestService } from './service.ts';

/** What a worker asks of a lane: all that is due, unless said otherwise. */
export function claimOf(lane: string, more: Partial<LaneClaim> = {}): LaneClaim {
  return {
    lane,
    jobsMax: 100,
    after: null,
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

/** A lane with this many waiting webhooks. */
export async function fillLane(
  service: TestService,
  count: number,
): Promise<{ lane: string; companyId: string; alertIds: string[] }> {
  const company = await createTestCompany(service.sql);
  const { endpointId } = await createTestEndpoint(service, company, 'http://127.0.0.1:1/');
  const alertIds = await receiveAlerts(service.url, company, count);
  return { lane: endpointId, companyId: company.companyId, alertIds };
}
