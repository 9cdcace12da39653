import type { FastifyInstance } from 'fastify';
import { RefusalError } from './refusal-error.ts';

export const SMALL_BODY_BYTES_MAX = 64 * 1024;

/** D5: a body that is missing or malformed is invalid input, not a bad request. Prototype keys are plain data here. */
export function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusalError('invalid_input', { message: 'Request body must be valid JSON' });
  }
}

export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body.toString()));
    } catch (error) {
      done(error instanceof Error ? error : new Error('The body could not be read'));
    }
  });
}
