import type postgres from 'postgres';
import type { Queryable } from '../connect.ts';
import type { IncomingAlert } from './store-alerts.ts';

/** The record that carries an alert into PostgreSQL, and in which an unrouted one waits. */
export function incomingColumns(sql: Queryable): postgres.Fragment {
  return sql`
    id uuid, provider text, provider_alert_id text, route_key text, acquirer_bin text, amount numeric,
    currency text, card_last4 text, card_bin text, transaction_date date, descriptor text, arn text, caid text,
    auth_code text, alert_type text, reason_code text, issuer text, installment_number int, installment_count int`;
}

export function incomingRecord(alert: IncomingAlert): postgres.JSONValue {
  return {
    id: alert.id,
    provider: alert.provider,
    provider_alert_id: alert.providerAlertId,
    route_key: alert.routeKey.toString('hex'),
    acquirer_bin: alert.acquirerBin,
    amount: alert.amount,
    currency: alert.currency,
    card_last4: alert.cardLast4,
    card_bin: alert.cardBin,
    transaction_date: alert.transactionDate,
    descriptor: alert.descriptor,
    arn: alert.arn,
    caid: alert.caid,
    auth_code: alert.authCode,
    alert_type: alert.alertType,
    reason_code: alert.reasonCode,
    issuer: alert.issuer,
    installment_number: alert.installmentNumber,
    installment_count: alert.installmentCount,
  };
}
