import type { Provider } from '../../src/rules/provider.ts';
import { addLegacyCalls } from '../../src/store/companies/legacy-calls.ts';
import { startNow, upload, waitUntilDone } from '../bulk/support.ts';
import type { Answer } from './client.ts';
import {
  createTestUser,
  type DashboardClient,
  signIn,
  type SignedInClient,
  TEST_PASSWORD,
} from './dashboard.ts';
import { makeDue } from './deliveries.ts';
import { placeAlert } from './place-alert.ts';
import { deliverAlerts } from './provider.ts';
import type { Receiver } from './receiver.ts';
import type { TestService } from './service.ts';
import { waitFor } from './wait-for.ts';

/** What stands for an ordinary text, such as the name of a merchant. */
export type Wording = (ordinary: string) => string;

export interface Filling {
  readonly owner: SignedInClient;
  /** Of another company, which is blocked. */
  readonly blockedOwner: SignedInClient;
  readonly ids: FilledIds;
}

export interface FilledIds {
  readonly companyId: string;
  readonly merchantId: string;
  /** Pending, with a delivery that failed. */
  readonly alertId: string;
  /** Answered; provider A refused to take the answer. */
  readonly answeredAlertId: string;
  readonly endpointId: string;
  /** Checked, not started; one row of every kind. */
  readonly checkedImportId: string;
  readonly doneImportId: string;
}

/** Of the first alert of each provider, whose delivery fails. */
export const REFUSED_AMOUNT = '129.90';
const LEGACY_CALLS = 42;
const DAY_MS = 86_400_000;

/** Puts something to show on every page; every text that comes from outside goes through the wording. */
export async function fillDashboard(
  service: TestService,
  operator: SignedInClient,
  receiver: Receiver,
  wording: Wording,
): Promise<Filling> {
  const { companyId, merchantId } = await createCompany(operator, wording);
  const owner = await signIn(service, { role: 'owner', companyId });
  const endpointId = await addEndpoints(owner, receiver, wording);
  const [alertId, ...alertIds] = await sendAlerts(service, 'provider_a_alerts', wording, 6);
  const [refundedId] = await sendAlerts(service, 'provider_b_rdr', wording, 2);
  if (alertId === undefined || refundedId === undefined) throw new Error('no alert was taken');
  const answeredAlertId = await answerSome(service, owner, alertIds);
  await failDelivery(service, alertId);
  const imports = await uploadFiles(service, owner, wording, [alertId, refundedId]);
  await addPeople(service, owner, wording);
  return {
    owner,
    blockedOwner: await createBlockedCompany(service, operator, wording),
    ids: { companyId, merchantId, alertId, answeredAlertId, endpointId, ...imports },
  };
}

async function createCompany(
  operator: DashboardClient,
  wording: Wording,
): Promise<{ companyId: string; merchantId: string }> {
  const company = done(await operator.post('/operator/companies', { name: wording('Grupo Exemplo') }));
  const companyId = company.company_id;
  const merchant = done(
    await operator.post('/operator/merchants', { company_id: companyId, name: wording('Loja Exemplo') }),
  );
  const merchantId = merchant.merchant_id;
  const routes = [
    { provider: 'provider_a_alerts', descriptor: wording('LOJA EXEMPLO') },
    { provider: 'provider_b_rdr', acquirer_bin: '412345', caid: wording('CAID EXEMPLO') },
  ];
  for (const route of routes) {
    done(await operator.post('/operator/enrollments', { merchant_id: merchantId, ...route }));
  }
  return { companyId, merchantId };
}

async function addEndpoints(owner: DashboardClient, receiver: Receiver, wording: Wording): Promise<string> {
  const endpoint = done(await owner.post('/endpoints', { url: receiver.url, format: 'v2' }));
  const paused = done(
    await owner.post('/endpoints', { url: `${receiver.url}/old?x=%3Cscript%3E`, format: 'legacy' }),
  );
  done(await owner.post(`/endpoints/${paused.endpoint_id}/pause`, { reason: wording('Manutenção') }));
  const { client_id: revoked } = done(await owner.post('/credentials'));
  done(await owner.post(`/credentials/${revoked}/revoke`));
  done(await owner.post('/credentials'));
  return endpoint.endpoint_id;
}

/** Alerts with text in every field that a provider writes; one of them belongs to nobody yet. */
async function sendAlerts(
  service: TestService,
  provider: Provider,
  wording: Wording,
  count: number,
): Promise<string[]> {
  const messages = Array.from({ length: count + 1 }, (_, at) => ({
    alert_id: wording(`${provider}-${at}`),
    alert_type: wording('Fraude'),
    descriptor: wording(at < count ? 'LOJA EXEMPLO' : 'SEM DONO'),
    acquirer_bin: '412345',
    caid: wording(at < count ? 'CAID EXEMPLO' : 'CAID SEM DONO'),
    amount: `${129 + at}.90`,
    currency: 'BRL',
    card_bin: '41234567',
    card_last4: '4242',
    transaction_date: '2026-11-01',
    arn: wording('ARN'),
    auth_code: wording('031337'),
    reason_code: wording('10.4'),
    issuer: wording('Banco Exemplo'),
    installment_number: 2,
    installment_count: 12,
  }));
  const results = await deliverAlerts(service.url, provider, messages);
  return results.slice(0, count).map(({ id }) => String(id));
}

function ago(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** One answered finally, one that may still change, one expired; the others wait. */
async function answerSome(
  service: TestService,
  owner: DashboardClient,
  [answered, followUp, expired, old]: readonly string[],
): Promise<string> {
  if (answered === undefined) throw new Error('no alert to answer');
  done(await owner.post(`/alerts/${answered}/answer`, { status: 'account_suspended' }));
  done(await owner.post(`/alerts/${followUp}/answer`, { status: 'other' }));
  await service.sql`update held_answers set apply_at = clock_timestamp()`;
  await placeAlert(service.sql, String(expired), { receivedAt: ago(3), status: 'expired' });
  await placeAlert(service.sql, String(old), { receivedAt: ago(0.95) });
  await waitFor('the provider to have refused the answer', async () => {
    const [row] =
      await service.sql`select 1 from forwards where alert_id = ${answered} and state = 'refused'`;
    return row !== undefined;
  });
  return answered;
}

/** Gives up after the second attempt instead of after days. */
async function failDelivery({ sql }: TestService, alertId: string): Promise<void> {
  await waitFor('a delivery to be refused', async () => {
    const [row] = await sql`
      select 1 from webhook_deliveries where alert_id = ${alertId} and last_status = 400`;
    return row !== undefined;
  });
  await sql`update outbox_jobs set give_up_at = clock_timestamp() where alert_id = ${alertId}`;
  await makeDue(sql, alertId);
  await waitFor('a delivery to be given up', async () => {
    const [row] = await sql`
      select 1 from webhook_deliveries where alert_id = ${alertId} and failed_at is not null`;
    return row !== undefined;
  });
}

async function uploadFiles(
  service: TestService,
  owner: DashboardClient,
  wording: Wording,
  alertIds: readonly string[],
): Promise<{ checkedImportId: string; doneImportId: string }> {
  const cell = (ordinary: string): string => `"${wording(ordinary).replaceAll('"', '""')}"`;
  const file = [
    `alert_id,status,${cell('Observação')}`,
    `${alertIds[0]},other,${cell('Cliente avisado')}`,
    `${alertIds[1]},notfound,${cell('Cliente avisado')}`,
    `${cell('não existe')},other,x`,
    `${alertIds[0]},${cell('aprovado')},x`,
    `"1,23E+15",other,x`,
  ].join('\r\n');
  const checked = await upload(owner, file, wording('respostas.csv'));
  const small = `alert_id,status\r\n${alertIds[1]},other\r\n`;
  const run = await upload(owner, small, wording('pequeno.csv'));
  await startNow(owner, service.sql, run.id);
  await waitUntilDone(owner, run.id);
  return { checkedImportId: checked.id, doneImportId: run.id };
}

async function addPeople(service: TestService, owner: SignedInClient, wording: Wording): Promise<void> {
  const { sql } = service;
  const companyId = owner.companyId ?? '';
  const email = `${wording('convidada').replaceAll(/[\s@]/g, '/')}@company.example`;
  done(await owner.post('/team/invitations', { email, role: 'analyst' }));
  await createTestUser(sql, { role: 'viewer', companyId });
  done(
    await owner.post(
      '/login',
      { email: owner.email, password: TEST_PASSWORD },
      {
        headers: {
          'user-agent': wording('Mozilla/5.0 Firefox/140.0').replaceAll(/[^\u0020-\u007e]/g, ''),
          cookie: '',
        },
      },
    ),
  );
  const [credential] = done(await owner.get('/credentials')).data;
  await addLegacyCalls(sql, [
    { companyId, clientId: credential.client_id, alias: 'lookup', calls: LEGACY_CALLS },
    { companyId, clientId: credential.client_id, alias: 'status_update', calls: 1 },
  ]);
}

async function createBlockedCompany(
  service: TestService,
  operator: DashboardClient,
  wording: Wording,
): Promise<SignedInClient> {
  const { company_id: companyId } = done(
    await operator.post('/operator/companies', { name: wording('Empresa Bloqueada') }),
  );
  done(
    await operator.post(`/operator/companies/${companyId}/block`, { reason: wording('Fatura em aberto') }),
  );
  return signIn(service, { role: 'owner', companyId });
}

// oxlint-disable-next-line typescript/no-explicit-any -- the shapes are held by the tests of the routes
function done(answer: Answer<any>): any {
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
