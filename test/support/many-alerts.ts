import type { AlertStatus } from '../../src/rules/alert.ts';
import type { Provider } from '../../src/rules/provider.ts';
import type { Queryable } from '../../src/store/connect.ts';

export interface PlantedAlert {
  readonly provider: Provider;
  readonly receivedAt: string;
  readonly status: AlertStatus;
  readonly cardBin: string;
  readonly cardLast4: string;
}

/** Puts alerts into the database as they are, without receipts and deliveries; returns their ids. */
export async function plantAlerts(
  sql: Queryable,
  companyId: string,
  alerts: readonly PlantedAlert[],
): Promise<string[]> {
  const records = alerts.map(({ provider, receivedAt, status, cardBin, cardLast4 }) => ({
    provider,
    received_at: receivedAt,
    status,
    card_bin: cardBin,
    card_last4: cardLast4,
  }));
  const rows = await sql<{ id: string }[]>`
    insert into alerts (
      id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
      transaction_date, provider, provider_alert_id, amount, currency, card_last4, card_bin, descriptor, auth_code,
      alert_type, reason_code, issuer, status)
    select gen_random_uuid(), e.company_id, e.merchant_id, e.id, r.received_at, r.received_at + interval '24 hours',
      r.received_at, r.received_at, '2026-11-01', r.provider, gen_random_uuid(), 129.90, 'BRL', r.card_last4, r.card_bin,
      'LOJA*EXEMPLO', '031337', 'confirmed_fraud', '10.4', 'Banco Exemplo', r.status
    from jsonb_to_recordset(${sql.json(records)}) as r(
      provider text, received_at timestamptz, status text, card_bin text, card_last4 text)
    join merchant_enrollments e on e.company_id = ${companyId} and e.provider = r.provider
    returning id`;
  return rows.map(({ id }) => id);
}
