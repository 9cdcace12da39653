import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany } from '../support/company.ts';
import { signIn } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { giveTimeToThink, startBulkUpdatesNow } from '../support/time-to-think.ts';
import { receiveMany, upload } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { work: true });
});
afterAll(() => service.stop());

test('removing a person stops what they started in bulk, and somebody else may run it', async () => {
  const { sql, url } = service;
  const company = await createTestCompany(sql);
  const { companyId } = company;
  await giveTimeToThink(sql, companyId);
  const owner = await signIn(service, { role: 'owner', companyId });
  const analyst = await signIn(service, { role: 'analyst', companyId });
  const [alert] = await receiveMany(url, company, 1);
  const file = `alert,status\n${alert?.id},notfound`;
  const started = await upload(analyst, file);
  const foreign = await upload(owner, file);
  expect((await analyst.post(`/bulk-updates/${started.id}/start`, {})).status).toBe(200);

  expect((await owner.delete(`/team/members/${analyst.userId}`)).status).toBeLessThan(300);
  await startBulkUpdatesNow(sql, companyId);
  const states = await sql<{ id: string; state: string }[]>`
    select id, state from bulk_updates where company_id = ${companyId}`;
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
    [started.id]: 'cancelled',
    [foreign.id]: 'ready',
  });
  expect(await sql`select status from alerts where company_id = ${companyId}`).toEqual([
    { status: 'pending' },
  ]);
  const [deed] =
    await sql`select details from audit_log where action = 'user.removed' and company_id = ${companyId}`;
  expect(deed?.['details']).toEqual({ role: 'analyst', bulk_updates_stopped: 1 });
  expect((await owner.post(`/bulk-updates/${started.id}/rerun`, {})).status).toBe(200);
});
