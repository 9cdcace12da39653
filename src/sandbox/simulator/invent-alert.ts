import { randomInt, randomUUID } from 'node:crypto';
import type { Enrollment } from '../../store/companies/enrollments.ts';

const DAY_MS = 86_400_000;
interface Reason {
  readonly alertType: string;
  readonly reasonCode: string;
}

const ISSUERS: readonly [string, ...string[]] = [
  'Banco Exemplo',
  'Banco do Litoral',
  'Caixa do Sul',
  'Nova Financeira',
  'Banco Horizonte',
];
const REASONS: readonly [Reason, ...Reason[]] = [
  { alertType: 'confirmed_fraud', reasonCode: '10.4' },
  { alertType: 'confirmed_fraud', reasonCode: '4837' },
  { alertType: 'customer_dispute', reasonCode: '13.1' },
  { alertType: 'customer_dispute', reasonCode: '13.7' },
];
const CARD_BINS: readonly [string, ...string[]] = [
  '41234567',
  '55123456',
  '51054321',
  '34123456',
  '65097412',
];

/** A believable alert for this enrollment, as its provider would send it. */
export function inventAlert(enrollment: Enrollment, now: Date) {
  const installmentCount = pick<number | null>([null, null, 3, 6, 12]);
  const reason = pick(REASONS);
  return {
    alert_id: randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase(),
    alert_type: enrollment.provider === 'provider_b_rdr' ? 'rdr' : reason.alertType,
    descriptor: enrollment.descriptor ?? 'LOJA SANDBOX',
    acquirer_bin: enrollment.acquirerBin ?? '499999',
    caid: enrollment.caid ?? 'SANDBOX00000001',
    amount: (randomInt(990, 250_000) / 100).toFixed(2),
    currency: 'BRL',
    card_bin: pick(CARD_BINS),
    card_last4: String(randomInt(0, 10_000)).padStart(4, '0'),
    transaction_date: new Date(now.getTime() - randomInt(1, 30) * DAY_MS).toISOString().slice(0, 10),
    arn: null,
    auth_code: String(randomInt(0, 1_000_000)).padStart(6, '0'),
    reason_code: reason.reasonCode,
    issuer: pick(ISSUERS),
    installment_number: installmentCount === null ? null : randomInt(1, installmentCount + 1),
    installment_count: installmentCount,
  };
}

function pick<T>(choices: readonly [T, ...T[]]): T {
  return choices[randomInt(0, choices.length)] ?? choices[0];
}
