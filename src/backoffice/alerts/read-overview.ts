import type { OverviewShape } from '../../shapes/dashboard/overview.ts';
import {
  type DayTally,
  type DueTally,
  type ResponseTally,
  tallyDays,
  tallyDueAlerts,
  tallyResponses,
} from '../../store/alerts/overview-alerts.ts';
import type { Sql } from '../../store/connect.ts';
import { readForwardHealth, readSetupSteps, readWebhookHealth } from '../../store/outbox/overview-sending.ts';
import { readDatabaseClock } from '../../store/read-database-clock.ts';
import type { RememberCostly } from './remember-costly.ts';

const HOUR_MS = 3_600_000;
const RECENT_MS = 24 * HOUR_MS;
const DUE_WITHIN_HOURS = [2, 6, 24] as const;
/** A week in hours: no window is drawn longer. */
const RESPONSE_HOURS_MAX = 168;

export interface OverviewParts {
  readonly sql: Sql;
  readonly responseWindowMs: number;
  readonly rememberCostly: RememberCostly;
}

/**
 * The company at a glance. What is due and what waits is read each time; what reaches back over the period may be
 * some seconds old for a company with very many alerts. One statement after the other, so that no page takes more than
 * one connection from those who answer alerts.
 */
export async function readOverview(
  { sql, responseWindowMs, rememberCostly }: OverviewParts,
  companyId: string,
  days: number,
): Promise<OverviewShape> {
  const now = await readDatabaseClock(sql);
  const recently = new Date(now.getTime() - RECENT_MS);
  const hours = Math.min(Math.max(Math.ceil(responseWindowMs / HOUR_MS), 1), RESPONSE_HOURS_MAX);
  const due = await tallyDueAlerts(sql, companyId, { now, hours: DUE_WITHIN_HOURS });
  const past = await rememberCostly(`overview ${days} ${companyId}`, async () => ({
    days: await tallyDays(sql, companyId, { now, days }),
    responses: await tallyResponses(sql, companyId, { now, days, hourMax: hours - 1 }),
  }));
  const webhooks = await readWebhookHealth(sql, companyId, recently);
  const forwards = await readForwardHealth(sql, companyId, recently);
  const setup = await readSetupSteps(sql, companyId);
  return {
    due: DUE_WITHIN_HOURS.map((within) => shapeDue(within, due)),
    answered: shapeAnswered(past.days, past.responses),
    days: past.days.map(shapeDay),
    response_hours: shapeResponseHours(past.responses, hours),
    response_window_hours: responseWindowMs / HOUR_MS,
    webhooks: {
      endpoints: webhooks.endpoints,
      paused: webhooks.paused,
      delivered_24h: webhooks.delivered,
      failed_24h: webhooks.failed,
      waiting: webhooks.waiting,
      median_latency_ms: webhooks.medianLatencyMs,
    },
    forwards: {
      queued: forwards.queued,
      refused_24h: forwards.refused,
      too_late_24h: forwards.tooLate,
    },
    setup: {
      has_enrollment: setup.hasEnrollment,
      has_credentials: setup.hasCredentials,
      has_endpoint: setup.hasEndpoint,
      has_delivery: setup.hasDelivery,
      has_alert: setup.hasAlert,
    },
    server_time: now.toISOString(),
  };
}

function shapeDue(withinHours: number, tallies: readonly DueTally[]): OverviewShape['due'][number] {
  const ours = tallies.filter((tally) => tally.withinHours === withinHours);
  return {
    within_hours: withinHours,
    alerts: sum(ours.map(({ alerts }) => alerts)),
    amounts: ours.map(({ currency, amount }) => ({ currency, amount })),
  };
}

function shapeAnswered(
  days: readonly DayTally[],
  responses: readonly ResponseTally[],
): OverviewShape['answered'] {
  const inTime = sum(days.map((day) => day.notfound + day.accountSuspended + day.other));
  const expired = sum(days.map((day) => day.expired));
  return {
    in_time: inTime,
    expired,
    ratio: inTime + expired === 0 ? null : inTime / (inTime + expired),
    median_response_seconds: responses.find(({ hour }) => hour === null)?.medianSeconds ?? null,
  };
}

function shapeDay(day: DayTally): OverviewShape['days'][number] {
  return {
    day: day.day,
    received_a: day.receivedA,
    received_b: day.receivedB,
    notfound: day.notfound,
    account_suspended: day.accountSuspended,
    other: day.other,
    expired: day.expired,
  };
}

function shapeResponseHours(responses: readonly ResponseTally[], hours: number): number[] {
  const byHour = new Map(responses.map(({ hour, answers }) => [hour, answers]));
  return Array.from({ length: hours }, (_, hour) => byHour.get(hour) ?? 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
