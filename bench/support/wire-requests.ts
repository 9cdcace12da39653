import { randomUUID } from 'node:crypto';
import { readSigningKey, signMessage } from '../../src/signing/standard-webhooks.ts';

const ALERTS_PATH = '/api/v1/chargeback-alert/alerts';

/** What a provider sends: requests of a given number of alerts each, none of them twice. */
export function writeArrivals(
  secret: string,
  descriptor: string,
  { requests, alertsEach }: { readonly requests: number; readonly alertsEach: number },
): string[] {
  const key = readSigningKey(secret);
  return Array.from({ length: requests }, () => {
    const alerts = Array.from({ length: alertsEach }, () => inventAlert(descriptor));
    const body = JSON.stringify({ alerts });
    const signature = signMessage(key, { id: `msg_${randomUUID()}`, at: new Date(), body });
    return write('POST /providers/provider_a_alerts/alerts', { ...signature }, body);
  });
}

export function writeStatusUpdates(authorization: string, alertIds: readonly string[]): string[] {
  return alertIds.map((id) =>
    write(`PATCH ${ALERTS_PATH}/${id}/status`, { authorization }, '{"status":"other"}'),
  );
}

/** First pages of the list, 20 alerts each. */
export function writeLists(authorization: string, pages: number): string[] {
  return Array.from({ length: pages }, (_, position) =>
    writeGet(`${ALERTS_PATH}?page=${position + 1}`, authorization),
  );
}

export function writeReads(authorization: string, alertIds: readonly string[]): string[] {
  return alertIds.map((id) => writeGet(`${ALERTS_PATH}/${id}`, authorization));
}

function writeGet(path: string, authorization: string): string {
  return write(`GET ${path}`, { authorization });
}

function write(line: string, headers: Readonly<Record<string, string>>, body?: string): string {
  const bodyHeaders: Record<string, string> =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return [
    `${line} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries({ ...headers, ...bodyHeaders }).map(([name, value]) => `${name}: ${value}`),
    '',
    body ?? '',
  ].join('\r\n');
}

function inventAlert(descriptor: string) {
  return {
    alert_id: randomUUID(),
    alert_type: 'confirmed_fraud',
    descriptor,
    acquirer_bin: '412345',
    caid: '000123456789012',
    amount: '129.90',
    currency: 'BRL',
    card_bin: '41234567',
    card_last4: String(Math.trunc(Math.random() * 10_000)).padStart(4, '0'),
    transaction_date: '2026-11-01',
    arn: null,
    auth_code: String(Math.trunc(Math.random() * 1_000_000)).padStart(6, '0'),
    reason_code: '10.4',
    issuer: 'Banco Exemplo',
    installment_number: 2,
    installment_count: 12,
  };
}
