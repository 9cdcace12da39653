import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../support/dashboard.ts';
import { waitForLockWaiters } from '../support/locks.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test.each([
  ['removed', 'removed_at = clock_timestamp()'],
  ['made a viewer', "role = 'viewer'"],
])(
  'an owner who is %s while an invitation waits for its turn leaves no link behind',
  async (_what, change) => {
    const { sql } = service;
    const owner = await signIn(service, { role: 'owner' });
    const answer = await sql.begin(async (transaction) => {
      await transaction`select 1 from companies where id = ${owner.companyId} for no key update`;
      const inviting = owner.post('/team/invitations', { email: 'late@company.example', role: 'owner' });
      await waitForLockWaiters(sql);
      await transaction.unsafe(`update users set ${change} where id = '${owner.userId}'`);
      return { inviting };
    });
    const { status, body } = await answer.inviting;
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(await sql`select 1 from invitations where company_id = ${owner.companyId}`).toEqual([]);
  },
);
