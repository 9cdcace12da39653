import { randomBytes, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDatabaseClock } from '../../src/store/read-database-clock.ts';
import { giveUp } from '../cli/resending.ts';
import { auditMark, readAuditSince } from '../support/audit.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { DASHBOARD_ROUTES, fillPath } from '../support/dashboard-routes.ts';
import {
  createDashboardClient,
  type DashboardClient,
  type SignedInClient,
  signIn,
  signInAs,
  TEST_PASSWORD as password,
} from '../support/dashboard.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Routes that write and leave no row, and why. */
const WITHOUT_A_DEED: Readonly<Record<string, string>> = {
  'POST /account/totp/begin': 'changes nothing until a code confirms it',
  'POST /invitations/look': 'reads; the token must not stand in an address',
  'POST /alerts/:id/answer': 'the alert tells its own history',
  'POST /test-alert': 'in the sandbox alone',
};

/** What a call needs beyond its route; left out where the owner, or the operator on an operator's route, does it to the company. */
interface Given {
  readonly client?: DashboardClient & { readonly email: string };
  readonly companyId?: string | null;
  readonly ids?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
type Deed = readonly [action: string, prepare: () => Given | Promise<Given>];

let service: TestService;
let company: TestCompany;
let owner: SignedInClient;
let operator: SignedInClient;
let endpointId: string;
let alertId: string;
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  company = await createTestCompany(service.sql);
  owner = await signIn(service, { role: 'owner', companyId: company.companyId });
  operator = await signIn(service, { role: 'operator' });
  ({ endpointId } = await createTestEndpoint(service, company, 'http://127.0.0.1:1/'));
  alertId = await receiveAlert(service.url, company);
});
afterAll(() => service.stop());

const asNewcomer = (email: string) => ({ ...createDashboardClient(service.url), email });
const member = () => ({ role: 'analyst', companyId: company.companyId }) as const;
const signInMember = () => signIn(service, member());
const ofCompany = () => ({ ids: { id: company.companyId.toUpperCase() } });
const ofEndpoint = () => ({ ids: { id: endpointId } });
const ofCheck = async () => ({ ids: { id: await check() } });

async function beginTotp(client: SignedInClient): Promise<{ code: string }> {
  const { secret } = (await client.post('/account/totp/begin', { password })).body;
  const timestamp = (await readDatabaseClock(service.sql)).getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  return { code };
}

async function signInWithTotp(who: Parameters<typeof signIn>[1]): Promise<SignedInClient> {
  const client = await signIn(service, who);
  await client.post('/account/totp/confirm', await beginTotp(client));
  return client;
}

async function invite(): Promise<{ id: string; email: string; token: string }> {
  const email = `${randomBytes(6).toString('hex')}@company.example`;
  const { body } = await owner.post('/team/invitations', { email, role: 'viewer' });
  const [{ id }] = (await owner.get('/team')).body.invitations;
  return { id, email, token: body.url.split('#')[1] };
}

async function receiveUnrouted(): Promise<string> {
  const message = alertMessage(company, { descriptor: `NOBODY ${randomUUID()}` });
  const [result] = await deliverAlerts(service.url, 'provider_a_alerts', [message]);
  return String(result?.id);
}

async function check(): Promise<string> {
  const source = { kind: 'selection', alert_ids: [alertId] };
  return (await owner.post('/bulk-updates', { source, status: 'other' })).body.id;
}

const DEEDS: Readonly<Record<string, Deed>> = {
  'POST /login': [
    'session.signed_in',
    async () => {
      const { email } = await signInMember();
      return { client: asNewcomer(email), body: { email, password } };
    },
  ],
  'POST /logout': ['session.signed_out', async () => ({ client: await signInMember() })],
  'POST /account/password': [
    'user.password_changed',
    async () => {
      const body = { current_password: password, new_password: 'a password that is another' };
      return { client: await signInMember(), body };
    },
  ],
  'POST /account/totp/confirm': [
    'user.totp_enabled',
    async () => {
      const client = await signInMember();
      return { client, body: await beginTotp(client) };
    },
  ],
  'POST /account/totp/remove': [
    'user.totp_removed',
    async () => ({ client: await signInWithTotp(member()), body: { password } }),
  ],
  'POST /account/devices/:id/revoke': [
    'session.revoked',
    async () => ({ ids: { id: (await signInAs(service, owner)).sessionId }, body: { password } }),
  ],
  'POST /account/devices/revoke-others': ['session.others_revoked', () => ({ body: { password } })],
  'POST /invitations/accept': [
    'user.joined',
    async () => {
      const { email, token } = await invite();
      return { client: asNewcomer(email), body: { token, password: 'a password of my own' } };
    },
  ],
  'POST /team/invitations': [
    'user.invited',
    () => ({ body: { email: 'new@company.example', role: 'viewer' } }),
  ],
  'DELETE /team/invitations/:id': ['invitation.revoked', async () => ({ ids: { id: (await invite()).id } })],
  'PATCH /team/members/:id': [
    'user.role_changed',
    async () => ({ ids: { id: (await signInMember()).userId }, body: { role: 'viewer' } }),
  ],
  'DELETE /team/members/:id': ['user.removed', async () => ({ ids: { id: (await signInMember()).userId } })],
  'POST /team/members/:id/reset-totp': [
    'user.totp_reset',
    async () => ({ ids: { id: (await signInWithTotp(member())).userId } }),
  ],
  'PATCH /company': [
    'company.totp_required',
    async () => {
      const client = await signInWithTotp({ role: 'owner' });
      return { client, companyId: client.companyId, body: { requires_totp: true } };
    },
  ],
  'POST /alerts/:id/take-back': [
    'answer.taken_back',
    async () => {
      const id = await receiveAlert(service.url, company);
      await owner.post(`/alerts/${id}/answer`, { status: 'notfound' });
      return { ids: { id } };
    },
  ],
  'POST /alerts/:id/resend': ['deliveries.resent', () => ({ ids: { id: alertId }, body: {} })],
  'POST /deliveries/:alert_id/:endpoint_id/resend': [
    'deliveries.resent',
    () => ({ ids: { alert_id: alertId, endpoint_id: endpointId } }),
  ],
  'POST /deliveries/resend-failed': [
    'deliveries.resent',
    async () => {
      await giveUp(service, [alertId]);
      return { body: { since: '2026-01-01T00:00:00Z' } };
    },
  ],
  'POST /bulk-updates': [
    'bulk_update.checked',
    () => ({ body: { source: { kind: 'selection', alert_ids: [alertId] }, status: 'other' } }),
  ],
  'POST /bulk-updates/csv': [
    'bulk_update.checked',
    () => ({ body: `alert,status\n${alertId},other\n`, headers: { 'content-type': 'text/csv' } }),
  ],
  'POST /bulk-updates/:id/start': ['bulk_update.started', ofCheck],
  'POST /bulk-updates/:id/cancel': ['bulk_update.discarded', ofCheck],
  'POST /bulk-updates/:id/rerun': [
    'bulk_update.checked',
    async () => {
      const id = await check();
      await service.sql`update bulk_updates set state = 'cancelled' where id = ${id}`;
      return { ids: { id } };
    },
  ],
  'POST /endpoints': ['endpoint.created', () => ({ body: { url: 'https://app.example/', format: 'v2' } })],
  'POST /endpoints/:id/pause': ['endpoint.paused', ofEndpoint],
  'POST /endpoints/:id/resume': ['endpoint.resumed', ofEndpoint],
  'POST /endpoints/:id/rotate': ['endpoint.secret_rotated', ofEndpoint],
  'POST /endpoints/:id/test': ['endpoint.tested', ofEndpoint],
  'POST /credentials': ['credentials.created', () => ({})],
  'POST /credentials/:client_id/revoke': [
    'credentials.revoked',
    () => ({ ids: { client_id: company.clientId } }),
  ],
  'POST /operator/companies': ['company.created', () => ({ body: { name: 'Loja' } })],
  'POST /operator/companies/:id/block': [
    'company.blocked',
    () => ({ ...ofCompany(), body: { reason: 'Fraud' } }),
  ],
  'POST /operator/companies/:id/unblock': ['company.unblocked', ofCompany],
  'POST /operator/companies/:id/invitations': [
    'user.invited',
    () => ({ ...ofCompany(), body: { email: 'first@company.example', role: 'owner' } }),
  ],
  'POST /operator/merchants': [
    'merchant.created',
    () => ({ body: { company_id: company.companyId, name: 'Loja' } }),
  ],
  'POST /operator/enrollments': [
    'enrollment.created',
    () => ({
      body: { merchant_id: company.merchantId, provider: 'provider_a_alerts', descriptor: 'AUDITED' },
    }),
  ],
  'POST /operator/unrouted/:id/assign': [
    'unrouted_alert.assigned',
    async () => {
      const query = `company_id=${company.companyId}&provider=provider_a_alerts`;
      const [enrollment] = (await operator.get(`/operator/enrollments?${query}`)).body.data;
      return { ids: { id: await receiveUnrouted() }, body: { merchant_enrollment_id: enrollment.id } };
    },
  ],
  'POST /operator/unrouted/:id/enroll': [
    'enrollment.created',
    async () => ({ ids: { id: await receiveUnrouted() }, body: { merchant_id: company.merchantId } }),
  ],
};

test.for(Object.entries(DEEDS))('%s leaves one row in the audit log', async ([route, [action, prepare]]) => {
  const doer = route.includes('/operator/') ? operator : owner;
  const { client = doer, ids, body, headers = {}, ...given } = await prepare();
  const [method = '', path = ''] = route.split(' ');
  const mark = await auditMark(service.sql);
  const answer = await client.call(method, fillPath(path, ids), body, { headers });
  const companyId = answer.body?.company_id ?? given.companyId ?? company.companyId;
  expect(answer.status).toBeLessThan(300);
  expect(await readAuditSince(service.sql, mark)).toMatchObject([{ actor: client.email, action, companyId }]);
});

test('every route that writes is known here', () => {
  const writing = Object.keys(DASHBOARD_ROUTES).filter((route) => !route.startsWith('GET '));
  expect(Object.keys({ ...DEEDS, ...WITHOUT_A_DEED }).toSorted()).toEqual(writing.toSorted());
});
