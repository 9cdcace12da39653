import { timingSafeEqual, hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusalError } from './refusal-error.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** `/metrics`: for a collector on this machine, or one that has the token. */
export function addMetricsRoute(
  app: FastifyInstance,
  render: () => Promise<{ contentType: string; text: string }>,
  token: string | undefined,
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!comesFromHere(request) && !hasToken(request, token)) throw new RefusalError('unauthorized');
    const { contentType, text } = await render();
    return reply.type(contentType).send(text);
  });
}

/** What a proxy on this machine passes on came from elsewhere. */
function comesFromHere({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers || 'via' in headers;
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '');
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const given = hash('sha256', headers.authorization ?? '', 'buffer');
  return timingSafeEqual(given, hash('sha256', `Bearer ${token}`, 'buffer'));
}
