import { randomInt, randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../rules/actor.ts';
import type { Alert, AlertStatus, AnswerStatus } from '../../rules/alert.ts';
import { truncateCardBin } from '../../rules/card-number.ts';
import type { Enrollment } from '../../store/companies/enrollments.ts';
import type { PastAlert } from '../../store/sandbox-past.ts';
import { inventAlert } from './invent-alert.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAYS = 30;
const ALERTS_A_DAY_MIN = 3;
const ALERTS_A_DAY_MAX = 9;
/** One in this many of an enrollment's alerts from provider A was never answered. */
const EXPIRED_EVERY = 9;
/** One webhook in this many was given up. */
const UNDELIVERED_EVERY = 29;
/** How much of the response window those that still wait have left, in parts of it: from "now" to "plenty". */
const LEFT_TO_ANSWER = [0.006, 0.025, 0.05, 0.08, 0.12, 0.18, 0.25, 0.33, 0.46, 0.6, 0.75, 0.9];
const ANSWERS: readonly AnswerStatus[] = ['account_suspended', 'account_suspended', 'notfound', 'other'];

export interface PastOptions {
  readonly enrollments: readonly [Enrollment, ...Enrollment[]];
  readonly now: Date;
  readonly responseWindowMs: number;
  /** Who gave the answers, in turn. */
  readonly actors: readonly [Actor, ...Actor[]];
}

/** A month of a company's alerts: most answered, a few expired, some that wait, some webhooks that never arrived. */
export function inventPast(options: PastOptions): PastAlert[] {
  const ages = Array.from({ length: DAYS }, (_, daysAgo) =>
    Array.from(
      { length: randomInt(ALERTS_A_DAY_MIN, ALERTS_A_DAY_MAX) },
      () => options.responseWindowMs + daysAgo * DAY_MS + randomInt(DAY_MS),
    ),
  ).flat();
  const settled = ages.map((ageMs, turn) =>
    inventSettled(options, new Date(options.now.getTime() - ageMs), turn),
  );
  const waiting = LEFT_TO_ANSWER.map((left) => {
    const ageMs = Math.round(options.responseWindowMs * (1 - left));
    return inventWaiting(options, new Date(options.now.getTime() - ageMs));
  });
  return [...settled, ...waiting];
}

/** Older than the response window: an answer, or the lack of one, is history. */
function inventSettled(options: PastOptions, receivedAt: Date, turn: number): PastAlert {
  const enrollment = inTurn(options.enrollments, turn);
  const isProviderA = enrollment.provider === 'provider_a_alerts';
  const isNeverTaken = turn % UNDELIVERED_EVERY === UNDELIVERED_EVERY - 1;
  const round = Math.floor(turn / options.enrollments.length);
  const isAnswered = isProviderA ? round % EXPIRED_EVERY !== EXPIRED_EVERY - 1 : chance(0.35);
  if (isAnswered) return inventAnswered(options, { enrollment, receivedAt, isNeverTaken });
  if (!isProviderA) {
    return withAttempts(inventStored(options, enrollment, receivedAt, 'pending'), isNeverTaken);
  }
  const alert = inventStored(options, enrollment, receivedAt, 'expired');
  const actor: Actor = { kind: 'service', reference: 'expiry' };
  return {
    ...withAttempts({ ...alert, updatedAt: alert.expiresAt }, isNeverTaken),
    changes: [{ from: 'pending', to: 'expired', at: alert.expiresAt, actor }],
  };
}

function inventAnswered(
  options: PastOptions,
  {
    enrollment,
    receivedAt,
    isNeverTaken,
  }: { readonly enrollment: Enrollment; readonly receivedAt: Date; readonly isNeverTaken: boolean },
): PastAlert {
  const status = pick(ANSWERS);
  // Most answers come within hours, a few in the last one.
  const share = chance(0.75) ? randomInt(1, 300) / 1000 : randomInt(300, 990) / 1000;
  const answeredAt = new Date(receivedAt.getTime() + Math.round(options.responseWindowMs * share));
  const alert = { ...inventStored(options, enrollment, receivedAt, status), updatedAt: answeredAt };
  const wasRefused = chance(0.03);
  return {
    ...withAttempts(alert, isNeverTaken),
    changes: [{ from: 'pending', to: status, at: answeredAt, actor: pick(options.actors) }],
    forward:
      alert.provider === 'provider_a_alerts'
        ? {
            outcome: status,
            answeredAt,
            state: wasRefused ? 'refused' : 'accepted',
            providerMessage: wasRefused ? 'Case already closed by the issuer' : 'Outcome recorded',
            settledAt: new Date(answeredAt.getTime() + randomInt(80, 900)),
          }
        : null,
  };
}

function inventWaiting(options: PastOptions, receivedAt: Date): PastAlert {
  const ofProviderA = options.enrollments.filter(({ provider }) => provider === 'provider_a_alerts');
  const enrollment = ofProviderA[randomInt(Math.max(ofProviderA.length, 1))] ?? options.enrollments[0];
  return withAttempts(inventStored(options, enrollment, receivedAt, 'pending'), false);
}

function inventStored(
  { responseWindowMs }: PastOptions,
  enrollment: Enrollment,
  receivedAt: Date,
  status: AlertStatus,
): Alert {
  const message = inventAlert(enrollment, receivedAt);
  return {
    id: randomUUIDv7(),
    companyId: enrollment.companyId,
    merchantId: enrollment.merchantId,
    merchantEnrollmentId: enrollment.id,
    provider: enrollment.provider,
    providerAlertId: message.alert_id,
    amount: message.amount,
    currency: message.currency,
    cardLast4: message.card_last4,
    cardBin: truncateCardBin(message.card_bin),
    transactionDate: message.transaction_date,
    descriptor: message.descriptor,
    arn: message.arn,
    caid: message.caid,
    authCode: message.auth_code,
    alertType: message.alert_type,
    reasonCode: message.reason_code,
    issuer: message.issuer,
    installmentNumber: message.installment_number,
    installmentCount: message.installment_count,
    status,
    receivedAt,
    expiresAt: new Date(receivedAt.getTime() + responseWindowMs),
    createdAt: receivedAt,
    updatedAt: receivedAt,
  };
}

/** One webhook in twelve was answered badly at first. */
function withAttempts(alert: Alert, isNeverTaken: boolean): PastAlert {
  const beginning = alert.receivedAt.getTime() + randomInt(20, 180);
  const failures = isNeverTaken ? 4 : chance(1 / 12) ? randomInt(1, 3) : 0;
  const pausesMs = [0, 5000, 20_000, MINUTE_MS, HOUR_MS / 12];
  const failed = Array.from({ length: failures }, (_, position) => ({
    at: new Date(beginning + (pausesMs[position] ?? HOUR_MS)),
    status: isNeverTaken ? 503 : 502,
    error: null,
    durationMs: randomInt(30, 900),
    response: isNeverTaken ? 'upstream is down for maintenance' : 'bad gateway',
  }));
  const delivered = {
    at: new Date(beginning + (pausesMs[failures] ?? 0)),
    status: 200,
    error: null,
    durationMs: randomInt(12, 240),
    response: '{"received":true}',
  };
  return { alert, changes: [], forward: null, attempts: isNeverTaken ? failed : [...failed, delivered] };
}

function chance(probability: number): boolean {
  return randomInt(1_000_000) < probability * 1_000_000;
}

function inTurn<T>(choices: readonly T[], turn: number): T {
  const chosen = choices[turn % choices.length];
  if (chosen === undefined) throw new Error('Nothing to choose from');
  return chosen;
}

function pick<T>(choices: readonly T[]): T {
  return inTurn(choices, randomInt(choices.length));
}
