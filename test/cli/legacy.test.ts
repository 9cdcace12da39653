import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';
import { besideService, runCli, runJson } from './run-cli.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('D21 legacy list: who still calls which alias, how often and when last; then nobody', async () => {
  const company = await createTestCompany(service.sql);
  const client = createClient(service.url, company);
  for (let call = 0; call < 3; call += 1) await client.legacyLookup({ alert_id: 'unknown' });
  await client.legacyAnswer({ alert_id: 'unknown', status: 'other' });
  await waitFor('the calls to be counted', async () => {
    const [row] = await service.sql`select sum(calls)::int as calls from legacy_calls`;
    return row?.['calls'] === 4;
  });

  const { callers } = await runJson(['legacy', 'list'], besideService(service));
  const who = { company_id: company.companyId, company: expect.any(String), client_id: company.clientId };
  const when = { last_called_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
  expect(callers).toHaveLength(2);
  expect(callers).toContainEqual({ ...who, alias: 'lookup', calls: 3, ...when });
  expect(callers).toContainEqual({ ...who, alias: 'status_update', calls: 1, ...when });

  await service.sql`update legacy_calls set day = day - 40`;
  expect(await runJson(['legacy', 'list'], besideService(service))).toEqual({ callers: [] });
  expect((await runJson(['legacy', 'list', '--days', '90'], besideService(service))).callers).toHaveLength(2);
  const shown = await runCli(['legacy', 'list'], besideService(service));
  expect(shown.stdout).toContain('Nobody called a legacy alias in the last 30 days.');
});
