import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { KeyedRequest } from '../store/alerts/idempotency-keys.ts';
import { RefusalError } from './refusal-error.ts';

const PRINTABLE_KEY = /^[\x20-\x7e]{1,255}$/;

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Makes a repeated request safe: the same key with the same request returns the first answer again, ' +
        'with `Idempotency-Replayed: true`, for 24 hours.',
      examples: ['3f0c6f7e-answer-1'],
    }),
  ),
});

/** The key of this request, with a digest of all that it asks for; undefined when it carries none (D15). */
export function readIdempotencyKey(request: FastifyRequest): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !PRINTABLE_KEY.test(key)) {
    throw new RefusalError('invalid_input', {
      message: 'Idempotency-Key must be 1 to 255 printable characters',
    });
  }
  // An id names the same alert in upper and lower case.
  const path = JSON.stringify(request.params).toLowerCase();
  const asked = JSON.stringify([request.routeOptions.url, path, request.body]);
  return {
    companyId: request.caller.companyId,
    keySha256: hash('sha256', key, 'buffer'),
    fingerprint: hash('sha256', asked, 'buffer'),
  };
}
