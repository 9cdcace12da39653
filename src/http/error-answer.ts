import type { FastifyReply, FastifyRequest } from 'fastify';
import { QueueFullError } from '../rules/queue-full-error.ts';
import { REFUSALS, type Refusal } from '../rules/refusals.ts';
import { isDatabaseUnavailable } from '../store/database-errors.ts';
import { RefusalError } from './refusal-error.ts';

const UNAVAILABLE_RETRY_AFTER_SECONDS = 2;

/** How a route writes a refusal; the legacy lookup alias keeps its own words. */
export type ErrorBody = (refusal: Refusal, message: string) => object;

export const currentErrorBody: ErrorBody = (refusal, message) => ({
  error: { code: REFUSALS[refusal].code, message },
});

/** Answers any failure in the given body format: a refusal in its own words, anything unforeseen in general ones. */
export function errorAnswer(errorBody: ErrorBody) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refused = toRefusal(error, request);
    if (isWorthALine(error, refused)) {
      request.log.error({ err: error }, refused.message);
    }
    return sendRefusal(reply, refused, errorBody);
  };
}

export function sendRefusal(
  reply: FastifyReply,
  refused: RefusalError,
  errorBody: ErrorBody = currentErrorBody,
): FastifyReply {
  if (refused.refusal === 'unauthorized') reply.header('www-authenticate', 'Basic realm="chargeback-alerts"');
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', refused.retryAfterSeconds);
  // Whoever sends a byte now and then would keep the connection for minutes after the answer.
  if (refused.refusal === 'request_timeout') reply.header('connection', 'close');
  return reply
    .code(REFUSALS[refused.refusal].httpStatus)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(refused.refusal, refused.message)));
}

function toRefusal(error: unknown, { raw }: FastifyRequest): RefusalError {
  if (error instanceof RefusalError) return error;
  // A client that leaves or stops in the middle of its body is not a failure of ours, though the error looks like one.
  if (!raw.complete && raw.destroyed) return new RefusalError('malformed_request');
  if (!raw.complete && isHandlerTimeout(error)) return new RefusalError('request_timeout');
  if (isDatabaseUnavailable(error) || error instanceof QueueFullError || isHandlerTimeout(error)) {
    return new RefusalError('unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS });
  }
  return new RefusalError(fromFrameworkCode(error));
}

/** What is shed is counted, and by the thousand: a line for each would only add to the load. */
function isWorthALine(error: unknown, { refusal }: RefusalError): boolean {
  if (error instanceof QueueFullError) return false;
  return refusal === 'internal_error' || refusal === 'unavailable';
}

function isHandlerTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT';
}

/** Fastify's own refusals, before a handler is reached. */
function fromFrameworkCode(error: unknown): Refusal {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'payload_too_large';
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'unsupported_media_type';
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'malformed_request';
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return 'path_not_found';
    default:
      return 'internal_error';
  }
}
