import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type SignedInClient, signIn } from '../support/dashboard.ts';
import { DASHBOARD_ROUTES, fillPath } from '../support/dashboard-routes.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Routes of a company's people that name something by its id; what is read comes first, what removes last. */
const ROUTES = Object.keys(DASHBOARD_ROUTES)
  .filter((route) => route.includes('/:') && !/ \/(?:operator|invitations)\//.test(route))
  .toSorted((one, other) => rank(one) - rank(other));

let service: TestService;
let company: TestCompany;
let stranger: SignedInClient;
let attacker: SignedInClient;
/** What belongs to the stranger, by the part of the dashboard it is in. */
let things: Readonly<Record<string, Readonly<Record<string, string>>>>;

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  company = await createTestCompany(service.sql);
  stranger = await signIn(service, { role: 'owner', companyId: company.companyId });
  attacker = await signIn(service, { role: 'owner' });
  things = await createThings();
});
afterAll(() => service.stop());

async function createThings(): Promise<typeof things> {
  const { endpointId } = await createTestEndpoint(service, company, 'http://127.0.0.1:1/');
  const alertId = await receiveAlert(service.url, company);
  const member = await signIn(service, { role: 'viewer', companyId: company.companyId });
  await service.sql`
    update users set totp_secret_encrypted = '\\x00', totp_confirmed_at = clock_timestamp() where id = ${member.userId}`;
  await stranger.post('/team/invitations', { email: 'somebody@stranger.example', role: 'viewer' });
  const [invitation] = (await stranger.get('/team')).body.invitations;
  const source = { kind: 'selection', alert_ids: [alertId] };
  const bulk = await stranger.post('/bulk-updates', { source, status: 'other' });
  expect(bulk.status).toBe(200);
  return {
    alerts: { id: alertId },
    'bulk-updates': { id: bulk.body.id },
    deliveries: { alert_id: alertId, endpoint_id: endpointId },
    endpoints: { id: endpointId },
    credentials: { client_id: company.clientId },
    'team/members': { id: member.userId },
    'team/invitations': { id: invitation.id },
    'account/devices': { id: member.sessionId },
  };
}

function rank(route: string): number {
  return route.startsWith('GET') ? 0 : /DELETE|revoke/.test(route) ? 2 : 1;
}

async function call(client: SignedInClient, route: string) {
  const [method = '', path = ''] = route.split(' ');
  const part = path.slice(1, path.indexOf('/:'));
  const ids = things[part];
  if (ids === undefined) throw new Error(`nothing was made that ${route} names`);
  const { status, body } = await client.call(method, fillPath(path, ids), DASHBOARD_ROUTES[route]?.body);
  return { status, code: body?.error?.code };
}

describe('what belongs to another company is not found', () => {
  test.for(ROUTES)('%s', async (route) => {
    const mine = await call(attacker, route);
    expect([mine.status, mine.code]).toEqual([
      404,
      route.includes('/alerts/') ? 'ALERT_NOT_FOUND' : 'NOT_FOUND',
    ]);
  });

  test('nor is it found through a filter, a selection or a body', async () => {
    const { id: alertId = '' } = things['alerts'] ?? {};
    const { id: endpointId = '' } = things['endpoints'] ?? {};
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const list = await attacker.get(`/alerts?view=all&merchant_id=${company.merchantId}`);
    expect([list.body.data, list.body.meta.total, list.body.merchants]).toEqual([
      [],
      0,
      expect.not.arrayContaining([expect.objectContaining({ id: company.merchantId })]),
    ]);
    expect((await attacker.get(`/alerts?view=all&q=${alertId}`)).body.data).toEqual([]);
    expect((await attacker.get(`/deliveries?endpoint_id=${endpointId}`)).text).not.toContain(alertId);
    const source = { kind: 'selection', alert_ids: [alertId] };
    const bulk = await attacker.post('/bulk-updates', { source, status: 'notfound' });
    expect(bulk.body.verdicts).toMatchObject([{ verdict: 'not_found', rows: 1 }]);
    const resent = await attacker.post('/deliveries/resend-failed', { since, endpoint_id: endpointId });
    expect([resent.status === 404, resent.body.resent === 0]).toContain(true);
  });
});

describe('while the company itself finds it', () => {
  // A session belongs to its user alone.
  test.for(ROUTES.filter((route) => !route.includes('/account/')))('%s', async (route) => {
    const theirs = await call(stranger, route);
    expect([theirs.status, theirs.code]).not.toEqual([404, 'NOT_FOUND']);
    expect(theirs.code).not.toBe('ALERT_NOT_FOUND');
    expect(theirs.status).toBeLessThan(500);
  });
});
