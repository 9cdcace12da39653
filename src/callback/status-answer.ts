import type { FastifyReply } from 'fastify';
import { RefusalError } from '../http/refusal-error.ts';
import { ERROR_TEXT } from '../http/validation.ts';
import { ANSWER_STATUSES } from '../rules/alert.ts';
import type { Refusal } from '../rules/refusals.ts';
import { OneOf } from '../shapes/schema.ts';
import type { StatusUpdateShape } from '../shapes/status-update.ts';
import type { KeyedOutcome } from './answer-once.ts';

/** The `status` of a request body, for the current endpoint and its legacy alias alike (D5). */
export const StatusField = OneOf(ANSWER_STATUSES, {
  description: 'The answer.',
  examples: ['account_suspended'],
  [ERROR_TEXT]: `status must be one of ${ANSWER_STATUSES.join(', ')}; received {received}`,
});

/** Every refusal that a status update can meet, for the API reference. */
export const ANSWER_REFUSALS: readonly Refusal[] = [
  'unauthorized',
  'company_blocked',
  'alert_not_found',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_input',
  'alert_expired',
  'deadline_passed',
  'already_definitive',
  'idempotency_key_reused',
  'rate_limited',
];

/** Marks a replayed answer, and turns an outcome into the body of a success or the refusal it is. */
export function showOutcome(reply: FastifyReply, outcome: KeyedOutcome): StatusUpdateShape {
  if (outcome.replayed) reply.header('idempotency-replayed', 'true');
  if (outcome.kind === 'refused') throw new RefusalError(outcome.refusal);
  return { id: outcome.id, status: outcome.status, updated_at: outcome.updatedAt.toISOString() };
}
