import type postgres from 'postgres';
import type { Queryable } from '../connect.ts';

const ALERT_COLUMNS = [
  'id',
  'company_id',
  'merchant_id',
  'merchant_enrollment_id',
  'provider',
  'provider_alert_id',
  'amount',
  'currency',
  'card_last4',
  'card_bin',
  'transaction_date',
  'descriptor',
  'arn',
  'caid',
  'auth_code',
  'alert_type',
  'reason_code',
  'issuer',
  'installment_number',
  'installment_count',
  'received_at',
  'expires_at',
  'created_at',
  'status',
  'updated_at',
] as const;

/** The columns that make an `Alert`, of the table or alias given; names become camelCase on the way in. */
export function alertColumns(sql: Queryable, table = 'alerts'): postgres.Fragment {
  return sql.unsafe(ALERT_COLUMNS.map((column) => `${table}.${column}`).join(', '));
}
