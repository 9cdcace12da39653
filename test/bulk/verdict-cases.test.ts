import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listVerdictCases } from '../../src/bulk/verdict-cases.ts';
import { ALERT_STATUSES, ANSWER_STATUSES } from '../../src/rules/alert.ts';
import { PROVIDER_FACTS, PROVIDERS } from '../../src/rules/provider.ts';
import { type AnswerableAlert, answerWindowEnd, decideStatusChange } from '../../src/rules/status-change.ts';
import { insertBulkUpdate } from '../../src/store/bulk/bulk-updates.ts';
import {
  type GivenRow,
  insertCheckedRows,
  insertSearchedRows,
} from '../../src/store/bulk/check-bulk-rows.ts';
import { readDatabaseClock } from '../../src/store/read-database-clock.ts';
import { createTestCompany } from '../support/company.ts';
import { createTestUser } from '../support/dashboard.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { DAY_MS, HOUR_MS } from '../support/time.ts';

const FOLLOW_UP_WINDOW_MS = 6 * DAY_MS;
/** On both sides of each border, and on the border itself, which the clock has passed by the time of the check. */
const AGES_MS = [0, DAY_MS - HOUR_MS, DAY_MS, DAY_MS + HOUR_MS, 6 * DAY_MS - HOUR_MS, 6 * DAY_MS, 7 * DAY_MS];
const CHECKS = { cases: listVerdictCases(FOLLOW_UP_WINDOW_MS), followUpWindowMs: FOLLOW_UP_WINDOW_MS };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('the statement that checks many rows says of each what the rule says of it, for file and filter alike', async () => {
  const { sql, url } = service;
  const company = await createTestCompany(sql);
  const { companyId } = company;
  const { userId } = await createTestUser(sql, { role: 'owner', companyId });
  const alerts = new Map<string, AnswerableAlert>();
  const now = await readDatabaseClock(sql);
  for (const provider of PROVIDERS) {
    for (const status of ALERT_STATUSES) {
      if (provider === 'provider_b_rdr' && status === 'expired') continue;
      for (const ageMs of AGES_MS) {
        const id = await receiveAlert(url, company, provider);
        const receivedAt = new Date(now.getTime() - ageMs);
        const expiresAt = new Date(receivedAt.getTime() + DAY_MS);
        await sql`
          update alerts set status = ${status}, received_at = ${receivedAt}, expires_at = ${expiresAt} where id = ${id}`;
        alerts.set(id, { provider, status, receivedAt, expiresAt });
      }
    }
  }
  for (const requested of ANSWER_STATUSES) {
    const checkedAt = await readDatabaseClock(sql);
    const expected = [...alerts].map(([alertId, alert]) => {
      const decision = decideStatusChange(alert, requested, checkedAt, FOLLOW_UP_WINDOW_MS);
      const { answerHasDeadline } = PROVIDER_FACTS[alert.provider];
      return {
        alertId,
        verdict: decision.kind === 'accept' ? 'will_apply' : decision.refusal,
        answerBy: answerHasDeadline ? answerWindowEnd(alert, FOLLOW_UP_WINDOW_MS) : null,
      };
    });
    const update = { companyId, source: 'csv', request: {}, fileName: null, userId } as const;
    const [fromFile, fromFilter] = [randomUUID(), randomUUID()];
    for (const id of [fromFile, fromFilter]) await insertBulkUpdate(sql, { ...update, id }, 100);
    const rows = [...alerts.keys()].map((ownId, position) => givenRow(ownId, position + 1, requested));
    await insertCheckedRows(sql, { companyId, id: fromFile }, rows, CHECKS);
    const wanted = { search: { view: 'all' }, status: requested, now: checkedAt, rowsMax: 1000 } as const;
    await insertSearchedRows(sql, { companyId, id: fromFilter }, wanted, CHECKS);
    for (const id of [fromFile, fromFilter]) {
      const stored = await sql`
        select alert_id, verdict, answer_by from bulk_update_rows where bulk_update_id = ${id} order by alert_id`;
      expect([...stored]).toEqual(expected.toSorted((one, other) => (one.alertId < other.alertId ? -1 : 1)));
    }
  }
});

test('a filter that finds too much stores nothing', async () => {
  const { sql, url } = service;
  const company = await createTestCompany(sql);
  const { companyId } = company;
  const { userId } = await createTestUser(sql, { role: 'owner', companyId });
  for (let count = 0; count < 3; count += 1) await receiveAlert(url, company);
  const id = randomUUID();
  await insertBulkUpdate(sql, { companyId, id, source: 'filter', request: {}, fileName: null, userId }, 1);
  const now = await readDatabaseClock(sql);
  const search = { view: 'all' } as const;
  const key = { companyId, id };
  expect(await insertSearchedRows(sql, key, { search, status: 'other', now, rowsMax: 2 }, CHECKS)).toBe(3);
  expect(await sql`select 1 from bulk_update_rows where bulk_update_id = ${id}`).toHaveLength(0);
  expect(await insertSearchedRows(sql, key, { search, status: 'other', now, rowsMax: 3 }, CHECKS)).toBe(3);
  expect(await sql`select 1 from bulk_update_rows where bulk_update_id = ${id}`).toHaveLength(3);
});

function givenRow(ownId: string, line: number, status: string): GivenRow {
  return {
    line,
    reference: ownId,
    ownId,
    provider: null,
    status,
    verdict: null,
    verdictIfMissing: 'not_found',
    cells: null,
  };
}
