import { expect } from 'vitest';
import { type AppliedHeldAnswer, applyHeldAnswer } from '../../src/callback/apply-held-answer.ts';
import type { Sql } from '../../src/store/connect.ts';
import { receiveAlert } from './provider.ts';
import type { Dashboard } from './use-dashboard.ts';

/** What became of an alert: its status, its history, what provider A is to hear, and whether an answer waits. */
export async function readAnswerTrace({ service }: Dashboard, alertId: string) {
  const { sql } = service;
  const [alert] = await sql<{ status: string }[]>`select status from alerts where id = ${alertId}`;
  const history = await sql<{ toStatus: string; actorKind: string; actor: string }[]>`
    select to_status, actor_kind, actor from alert_history where alert_id = ${alertId} order by history_id`;
  const forwards = await sql<{ outcome: string }[]>`select outcome from forwards where alert_id = ${alertId}`;
  const held = await sql`select 1 from held_answers where alert_id = ${alertId}`;
  return {
    status: alert?.status,
    history: history.map(({ toStatus, actorKind, actor }) => `${toStatus} by ${actorKind} ${actor}`),
    forwards: forwards.map(({ outcome }) => outcome),
    isHeld: held.length > 0,
  };
}

/** A new alert with a final answer that waits; returns the alert's id. */
export async function holdNewAnswer({ service, company, analyst }: Dashboard): Promise<string> {
  const id = await receiveAlert(service.url, company);
  const answer = await analyst.post(`/alerts/${id}/answer`, { status: 'notfound' });
  expect(answer.body.kind).toBe('held');
  return id;
}

/** Lets the time for a change of mind be over. */
export async function makeHeldAnswerDue({ service }: Dashboard, alertId: string): Promise<void> {
  await service.sql`
    update held_answers set apply_at = clock_timestamp() - interval '1 ms' where alert_id = ${alertId}`;
}

/** Applies it as the loop of a process does, over that process's connections. */
export async function applyHeld(
  { service, company }: Dashboard,
  alertId: string,
  process: { readonly sql: Sql } = service,
): Promise<AppliedHeldAnswer | undefined> {
  const key = { companyId: company.companyId, alertId };
  return applyHeldAnswer(process.sql, key, service.config.followUpWindowMs);
}
