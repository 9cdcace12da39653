import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../../store/connect.ts';
import { findHeldEndpoints } from '../../store/outbox/held-endpoints.ts';
import { notifyOutboxWork } from '../../store/outbox/outbox-notice.ts';
import { type DeliveryKey, resendDeliveries } from '../../store/outbox/resend-deliveries.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';

/** A resend is tried for an hour even when the alert's own time for it is over. */
const TRIED_FOR_MS = 3_600_000;
/** A worker holds what it records for milliseconds. */
const LOCKED_PAUSE_MS = 50;
const FRUITLESS_TRIES_MAX = 100;

export interface Resent {
  readonly resent: number;
  /** Those of them that wait until their endpoint is resumed or the company unblocked. */
  readonly held: number;
}

export interface ResendOrder {
  readonly doer: Doer;
  readonly companyId: string;
  /** What the audit log says was resent. */
  readonly subject: string;
  readonly details: Readonly<Record<string, string | null>>;
  readonly onlyFailed: boolean;
  readonly responseWindowMs: number;
  /** The next batch, given what was put back of the one before; none when all is done. */
  readonly findNext: (putBackNow: readonly DeliveryKey[]) => Promise<readonly DeliveryKey[]>;
}

/** Puts batch after batch back into the outbox, each in a transaction with its row in the audit log, and wakes the workers. */
export async function putBack(sql: Sql, order: ResendOrder): Promise<Resent> {
  const { companyId, findNext } = order;
  const heldEndpoints = await findHeldEndpoints(sql, companyId);
  let [resent, held, fruitlessTries] = [0, 0, 0];
  let putBackNow: readonly DeliveryKey[] = [];
  for (;;) {
    const batch = await findNext(putBackNow);
    if (batch.length === 0) return { resent, held };
    putBackNow = await putBackBatch(sql, order, batch);
    resent += putBackNow.length;
    held += putBackNow.filter(({ endpointId }) => heldEndpoints.has(endpointId)).length;
    if (putBackNow.length > 0) await notifyOutboxWork(sql);
    else if (++fruitlessTries === FRUITLESS_TRIES_MAX) throw staysLocked();
    else await pause(LOCKED_PAUSE_MS);
  }
}

async function putBackBatch(
  sql: Sql,
  order: ResendOrder,
  batch: readonly DeliveryKey[],
): Promise<readonly DeliveryKey[]> {
  const { doer, companyId, subject } = order;
  return transact(sql, async (transaction) => {
    const terms = { ...order, triedForMs: TRIED_FOR_MS };
    const putBackNow = await resendDeliveries(transaction, companyId, batch, terms);
    if (putBackNow.length > 0) {
      const details = { ...order.details, resent: putBackNow.length };
      await recordDeed(transaction, doer, { action: 'deliveries.resent', subject, details, companyId });
    }
    return putBackNow;
  });
}

function staysLocked(): BackofficeError {
  return new BackofficeError('These deliveries are being sent right now. Try again in a few seconds.');
}
