import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { Provider } from '../../src/rules/provider.ts';
import { readSigningKey, signMessage } from '../../src/signing/standard-webhooks.ts';
import type { TestCompany } from '../../test/support/company.ts';
import { PROVIDER_SECRETS } from '../../test/support/service.ts';
import type { Operation } from './operations.ts';
import { valuesOf } from './schema-values.ts';

export interface FuzzRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether nothing is wrong with it: then nobody may call it invalid. */
  readonly isSound: boolean;
}

/** What the requests speak of. */
export interface Known {
  readonly company: TestCompany;
  /** Of people of the company and of an operator; empty where nobody signs in. */
  readonly cookies: readonly string[];
  readonly origin: string;
  /** Some of them of another company. */
  readonly alertIds: readonly string[];
  readonly providerAlertIds: readonly string[];
  /** Stands in every alert of the other company, and in no request. */
  readonly foreignMark: string;
}

/** Requests that fit the document and carry the right credentials. */
export function soundRequests(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const query = fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, valuesOf(schema)])), {
    requiredKeys: [],
  });
  const body = operation.body === undefined ? fc.constant(undefined) : valuesOf(operation.body);
  const ids = fc.array(fc.oneof(fc.constantFrom(...known.alertIds), fc.uuid()), {
    minLength: 2,
    maxLength: 2,
  });
  return fc
    .tuple(
      query,
      body,
      ids,
      rightCredentials(operation, known),
      idempotencyKey(operation),
      withKnownNames(known),
    )
    .map(([values, document, [...names], proof, key, rename]): FuzzRequest => ({
      operation,
      method: operation.method,
      path: operation.path.replaceAll(/\{\w+\}/g, () => names.pop() ?? ''),
      query: Object.entries(values).map(([name, value]) => [name, String(value)]),
      headers: {
        ...proof,
        ...(document === undefined ? {} : { 'content-type': operation.mediaType }),
        ...key,
      },
      body:
        typeof document === 'string' || document === undefined ? document : JSON.stringify(rename(document)),
      isSound: true,
    }));
}

/** Few keys, so that requests meet under the same one. */
function idempotencyKey(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const takesKey = operation.parameters.some(({ name }) => name === 'idempotency-key');
  const key = fc.stringMatching(/^[ -~]{1,20}$/).filter((text) => text.trim() === text);
  const keys = fc.oneof(fc.constantFrom('a', 'b', 'c'), key);
  return takesKey
    ? fc.oneof(
        fc.constant({}),
        keys.map((text) => ({ 'idempotency-key': text })),
      )
    : fc.constant({});
}

/** Half of the time a body names an alert that is there, or an enrollment that routes. */
function withKnownNames({ company, alertIds, providerAlertIds }: Known) {
  const { descriptor, acquirerBin, caid } = company;
  return fc
    .tuple(fc.boolean(), fc.constantFrom(...alertIds, ...providerAlertIds))
    .map(([renames, alertId]) => (document: unknown): unknown => {
      if (!renames || typeof document !== 'object' || document === null) return document;
      if (!('alerts' in document) || !Array.isArray(document.alerts))
        return { ...document, alert_id: alertId };
      const routed = { descriptor, acquirer_bin: acquirerBin, caid };
      return { ...document, alerts: document.alerts.map((alert: object) => ({ ...alert, ...routed })) };
    });
}

function rightCredentials(
  { waysIn }: Operation,
  { company, cookies, origin }: Known,
): fc.Arbitrary<Record<string, string>> {
  if (waysIn.has('session')) return fc.constantFrom(...cookies).map((cookie) => ({ cookie, origin }));
  return fc.constant(waysIn.has('basic') ? { authorization: company.authorization } : {});
}

/** The headers as they go out; a provider signs what it sends at the moment it sends it. */
export function signedHeaders({ operation, headers, body = '' }: FuzzRequest): Record<string, string> {
  if (!operation.waysIn.has('webhookSignature') || 'webhook-signature' in headers) return headers;
  const provider: Provider = operation.path.includes('provider_a') ? 'provider_a_alerts' : 'provider_b_rdr';
  const key = readSigningKey(PROVIDER_SECRETS[provider]);
  return { ...headers, ...signMessage(key, { id: randomUUID(), at: new Date(), body }) };
}
