import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listForwards } from '../../src/backoffice/deliveries/list-forwards.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { besideService, runCli, runJson } from './run-cli.ts';

/** In the order in which the answers were given. */
const STATES = ['refused', 'queued', 'accepted', 'too_late', 'queued', 'accepted'] as const;
let service: TestService;
let company: TestCompany;
let answered: { alertId: string; providerAlertId: string; state: string }[];

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
  const stranger = await createTestCompany(service.sql);
  answered = [];
  for (const state of STATES) answered.push(await answerWith(company, state));
  await answerWith(stranger, 'refused');
});
afterAll(() => service.stop());

/** Answers a new alert and waits until the answer is in this state. */
async function answerWith(owner: TestCompany, state: (typeof STATES)[number]) {
  const [result] = await deliverAlerts(service.url, 'provider_a_alerts', [alertMessage(owner)]);
  const alertId = String(result?.id);
  await createClient(service.url, owner).answer(alertId, 'notfound');
  if (state !== 'queued') {
    await service.sql`delete from outbox_jobs where alert_id = ${alertId}`;
    await service.sql`
      update forwards set state = ${state}, attempts = 2, provider_message = ${`said ${state}`},
        last_attempt_at = clock_timestamp(), settled_at = clock_timestamp()
      where alert_id = ${alertId}`;
  }
  return { alertId, providerAlertId: String(result?.alert_id), state };
}

describe('forward list', () => {
  test('what should alarm somebody stands first, then the newest', async () => {
    const { forwards } = await runJson(
      ['forward', 'list', '--company', company.companyId],
      besideService(service),
    );

    const expected = [3, 0, 5, 4, 2, 1].map((at) => answered[at]);
    expect(
      forwards.map((row: Record<string, string>) => ({
        alertId: row['alert_id'],
        providerAlertId: row['provider_alert_id'],
        state: row['state'],
      })),
    ).toEqual(expected);
    expect(forwards[0]).toEqual({
      forward_id: expect.any(String),
      company_id: company.companyId,
      alert_id: answered[3]?.alertId,
      provider_alert_id: answered[3]?.providerAlertId,
      outcome: 'notfound',
      state: 'too_late',
      message: 'said too_late',
      attempts: 2,
      answered_at: expect.stringMatching(/Z$/),
      last_attempt_at: expect.stringMatching(/Z$/),
      next_attempt_at: null,
      settled_at: expect.stringMatching(/Z$/),
      give_up_at: expect.stringMatching(/Z$/),
    });
    expect(forwards[3]).toMatchObject({
      state: 'queued',
      message: null,
      attempts: 0,
      next_attempt_at: expect.stringMatching(/Z$/),
    });
  });

  test.for(STATES)('of state %s', async (state) => {
    const receipts = await listForwards(service.sql, { companyId: company.companyId, state, rowsMax: 100 });

    expect(receipts.map(({ alertId }) => alertId)).toEqual(
      answered
        .filter((one) => one.state === state)
        .map(({ alertId }) => alertId)
        .toReversed(),
    );
  });

  test('without a company: all of them, and no more than asked for', async () => {
    const all = await listForwards(service.sql, { rowsMax: 100 });
    const few = await listForwards(service.sql, { rowsMax: 4 });

    expect(all).toHaveLength(7);
    expect(few).toEqual(all.slice(0, 4));
    expect(new Set(all.map(({ companyId }) => companyId)).size).toBe(2);
  });

  test('for a person it is a table with the provider’s words', async () => {
    const { stdout } = await runCli(['forward', 'list', '--state', 'refused'], besideService(service));

    expect(stdout).toMatch(/^2 receipts\.\n/);
    expect(stdout).toContain('said refused');
  });
});
