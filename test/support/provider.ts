import { randomUUID } from 'node:crypto';
import type { Provider } from '../../src/rules/provider.ts';
import { readSigningKey, signMessage } from '../../src/signing/standard-webhooks.ts';
import type { TestCompany } from './company.ts';
import { PROVIDER_SECRETS } from './service.ts';

export interface IntakeResult {
  alert_id: string | null;
  result: string;
  id: string | null;
  error?: string;
}

/** A sound message of a provider for this company's enrollment; any field may be replaced. */
export function alertMessage(company: TestCompany, overrides: object = {}): Record<string, unknown> {
  return {
    alert_id: `T${randomUUID()}`,
    alert_type: 'confirmed_fraud',
    descriptor: company.descriptor,
    acquirer_bin: company.acquirerBin,
    caid: company.caid,
    amount: '129.90',
    currency: 'BRL',
    card_bin: '41234567',
    card_last4: '4242',
    transaction_date: '2026-11-01',
    arn: null,
    auth_code: '031337',
    reason_code: '10.4',
    issuer: 'Banco Exemplo',
    installment_number: 2,
    installment_count: 12,
    ...overrides,
  };
}

/** Sends a signed message as the provider does and returns the HTTP answer. */
export async function postAlerts(url: string, provider: Provider, alerts: unknown): Promise<Response> {
  return postSigned(url, provider, JSON.stringify({ alerts }));
}

export async function postSigned(url: string, provider: Provider, body: string): Promise<Response> {
  const key = readSigningKey(PROVIDER_SECRETS[provider]);
  return fetch(`${url}/providers/${provider}/alerts`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signMessage(key, { id: `msg_${randomUUID()}`, at: new Date(), body }),
    },
    body,
  });
}

/** Sends alerts that must be taken and returns what became of each. */
export async function deliverAlerts(
  url: string,
  provider: Provider,
  alerts: readonly object[],
): Promise<IntakeResult[]> {
  const response = await postAlerts(url, provider, alerts);
  if (response.status !== 200)
    throw new Error(`intake answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { results: IntakeResult[] }).results;
}

/** One alert of the company, received just now; returns its id. */
export async function receiveAlert(
  url: string,
  company: TestCompany,
  provider: Provider = 'provider_a_alerts',
  overrides: object = {},
): Promise<string> {
  const [result] = await deliverAlerts(url, provider, [alertMessage(company, overrides)]);
  if (result?.result !== 'accepted' || result.id === null) {
    throw new Error(`not accepted: ${JSON.stringify(result)}`);
  }
  return result.id;
}
