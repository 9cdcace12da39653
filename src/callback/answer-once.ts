import type { AnswerStatus } from '../rules/alert.ts';
import type { Refusal } from '../rules/refusals.ts';
import {
  claimIdempotencyKey,
  type KeyedRequest,
  recordKeyedOutcome,
  releaseIdempotencyKey,
} from '../store/alerts/idempotency-keys.ts';
import type { Queryable, Sql } from '../store/connect.ts';
import { transact } from '../store/transact.ts';
import { type Answer, type AnswerOutcome, answerWithin, soleOutcome } from './answer-alerts.ts';

export type KeyedOutcome = AnswerOutcome & { readonly replayed: boolean };

/** Answers under an `Idempotency-Key`: the key, the change and the answer given are one transaction (D15). */
export async function answerOnce(
  sql: Sql,
  request: KeyedRequest,
  answer: Answer,
  followUpWindowMs: number,
): Promise<KeyedOutcome> {
  return transact(sql, async (transaction): Promise<KeyedOutcome> => {
    const claim = await claimIdempotencyKey(transaction, request);
    switch (claim.kind) {
      case 'reused':
        return { kind: 'refused', refusal: 'idempotency_key_reused', replayed: false };
      case 'answered':
        return { ...decodeOutcome(claim.outcome), replayed: true };
      case 'claimed':
        return {
          ...(await answerAndRecord(transaction, request, answer, followUpWindowMs)),
          replayed: false,
        };
    }
  });
}

async function answerAndRecord(
  transaction: Queryable,
  request: KeyedRequest,
  answer: Answer,
  followUpWindowMs: number,
): Promise<AnswerOutcome> {
  const outcome = soleOutcome(await answerWithin(transaction, [answer], followUpWindowMs));
  // A blocked company's request was not processed at all; once unblocked, the same key must work.
  if (outcome.kind === 'refused' && outcome.refusal === 'company_blocked') {
    await releaseIdempotencyKey(transaction, request);
  } else {
    await recordKeyedOutcome(transaction, request, encodeOutcome(outcome));
  }
  return outcome;
}

type EncodedOutcome =
  | { kind: 'accepted'; id: string; status: AnswerStatus; updated_at: string }
  | { kind: 'refused'; refusal: Refusal };

function encodeOutcome(outcome: AnswerOutcome): EncodedOutcome {
  return outcome.kind === 'refused'
    ? { kind: 'refused', refusal: outcome.refusal }
    : {
        kind: 'accepted',
        id: outcome.id,
        status: outcome.status,
        updated_at: outcome.updatedAt.toISOString(),
      };
}

function decodeOutcome(stored: unknown): AnswerOutcome {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by encodeOutcome and by nothing else
  const encoded = stored as EncodedOutcome;
  return encoded.kind === 'refused'
    ? encoded
    : {
        kind: 'accepted',
        id: encoded.id,
        status: encoded.status,
        updatedAt: new Date(encoded.updated_at),
      };
}
