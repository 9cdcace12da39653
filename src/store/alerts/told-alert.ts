import type postgres from 'postgres';
import type { Alert, AlertStatus, ToldAlert } from '../../rules/alert.ts';
import type { Queryable } from '../connect.ts';

/** The values of a told alert in the order of its columns. */
export type ToldAlertRow = ValuesOf<
  [
    'id',
    'companyId',
    'merchantId',
    'merchantEnrollmentId',
    'provider',
    'providerAlertId',
    'amount',
    'currency',
    'cardLast4',
    'cardBin',
    'transactionDate',
    'descriptor',
    'arn',
    'caid',
    'authCode',
    'alertType',
    'reasonCode',
    'issuer',
    'installmentNumber',
    'installmentCount',
    'receivedAt',
    'expiresAt',
    'createdAt',
  ]
>;
type ValuesOf<Keys extends readonly (keyof ToldAlert)[]> = {
  readonly [Place in keyof Keys]: ToldAlert[Keys[Place]];
};

/**
 * Rows that came as arrays; the driver's own types leave open what stands at which place. They are taken out of its list,
 * which it keeps until the connection's next statement: so long that V8 would file all of them as old.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- an assertion, made in one place
export function takeRows<Row extends readonly unknown[]>(rows: unknown[]): readonly Row[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement beside each use names the columns
  return rows.splice(0) as Row[];
}

/** The columns of the alert `a`, in the order in which they are read. A moment without its zone arrives as text. */
export function toldAlertColumns(sql: Queryable): postgres.Fragment {
  return sql`
    a.id, a.company_id, a.merchant_id, a.merchant_enrollment_id, a.provider, a.provider_alert_id, a.amount, a.currency,
    a.card_last4, a.card_bin, a.transaction_date, a.descriptor, a.arn, a.caid, a.auth_code, a.alert_type, a.reason_code,
    a.issuer, a.installment_number, a.installment_count, a.received_at::timestamp, a.expires_at::timestamp,
    a.created_at::timestamp`;
}

/**
 * Reads a row that came as an array. The driver fills its objects key by key, and V8 keeps one with that many keys as a hash
 * table, which is expensive to make, to read and to collect.
 */
export function readToldAlert(row: readonly [...ToldAlertRow, ...unknown[]]): ToldAlert {
  return {
    id: row[0],
    companyId: row[1],
    merchantId: row[2],
    merchantEnrollmentId: row[3],
    provider: row[4],
    providerAlertId: row[5],
    amount: row[6],
    currency: row[7],
    cardLast4: row[8],
    cardBin: row[9],
    transactionDate: row[10],
    descriptor: row[11],
    arn: row[12],
    caid: row[13],
    authCode: row[14],
    alertType: row[15],
    reasonCode: row[16],
    issuer: row[17],
    installmentNumber: row[18],
    installmentCount: row[19],
    receivedAt: row[20],
    expiresAt: row[21],
    createdAt: row[22],
  };
}

/** The same with the alert's status. */
export type StandingAlertRow = readonly [...ToldAlertRow, status: AlertStatus, updatedAt: string];

export function standingAlertColumns(sql: Queryable): postgres.Fragment {
  return sql`${toldAlertColumns(sql)}, a.status, a.updated_at::timestamp`;
}

export function readStandingAlert(row: StandingAlertRow): Alert<string> {
  return { ...readToldAlert(row), status: row[23], updatedAt: row[24] };
}
