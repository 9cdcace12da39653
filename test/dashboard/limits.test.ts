import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDashboardClient, createTestUser, signIn, type TestUser } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

const REQUESTS_PER_MINUTE = 20;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_MINUTE: String(REQUESTS_PER_MINUTE) });
});
afterAll(() => service.stop());

async function guess(email: string, address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address, 'user-agent': 'guesser' };
  const client = createDashboardClient(service.url);
  return (await client.post('/login', { email, password: 'wrong' }, { headers })).status;
}

async function readRefused(network: string) {
  return service.sql`
    select company_id, actor, subject, details, address from audit_log
    where action = 'session.refused' and address = ${network}`;
}

function expectedRow({ email, companyId }: TestUser, address: string) {
  const details = { reason: 'password', user_agent: 'guesser' };
  return { companyId, actor: email, subject: email, details, address };
}

describe('a refused sign-in', () => {
  test('is in the audit log of the company whose account it was', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    expect(await guess(user.email, '203.0.113.20')).toBe(401);
    expect(await readRefused('203.0.113.20')).toEqual([expectedRow(user, '203.0.113.20')]);
  });

  test('of an unknown account keeps nothing of what was typed', async () => {
    const typed = `${randomUUID()}@nobody.example`;
    expect(await guess(typed, '203.0.113.21')).toBe(401);
    const rows = await readRefused('203.0.113.21');
    expect(rows).toMatchObject([{ companyId: null, actor: 'unknown account' }]);
    expect(JSON.stringify(rows)).not.toContain(typed);
  });

  test('leaves one row a minute, however many come from one network at once', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    const addresses = Array.from({ length: 9 }, (_, n) => `2001:db8:0:7::${n + 1}`);
    await Promise.all(addresses.map((address) => guess(user.email, address)));
    // The guesses may have stood on both sides of a full minute.
    expect([1, 2]).toContain((await readRefused('2001:db8:0:7::/64')).length);
  });
});

test('D28: a person has a limit of requests a minute, and nobody else waits for it', async () => {
  const [busy, calm] = [await signIn(service, { role: 'viewer' }), await signIn(service, { role: 'viewer' })];
  const calls = Array.from({ length: REQUESTS_PER_MINUTE + 3 }, () => busy.get('/session'));
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(3);
  for (const { body, headers } of refused) {
    expect(body.error.code).toBe('RATE_LIMITED');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await calm.get('/session')).status).toBe(200);
});
