import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '../http/refusal-error.ts';
import { EventStreams } from '../live/streams.ts';
import { isSessionInForce } from '../store/people/sessions-in-force.ts';
import type { DashboardParts } from './parts.ts';

const SESSION_CHECKED_EVERY_MS = 60_000;
const RETRY_AFTER_SECONDS = 30;

/** The stream only says that something changed; pages then read it through routes that check who asks. */
export function addLiveRoutes(
  app: FastifyInstance,
  { sql, live }: Pick<DashboardParts, 'sql' | 'live'>,
  { sessionCheckedEveryMs = SESSION_CHECKED_EVERY_MS }: { sessionCheckedEveryMs?: number } = {},
): void {
  const streams = new EventStreams();
  app.get('/events', {
    config: { access: 'signed_in' },
    schema: { hide: true },
    // A stream without a body would never end.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const stream = openStream(streams, request, reply);
      if (stream === undefined) return;
      const { companyId, sessionId } = request.person;
      // An operator's stream only says that it lives.
      if (companyId !== null) stream.whenEnded(live.subscribe(companyId, stream.send));
      // While the database cannot be asked, the stream stays: it tells nothing that is secret.
      const check = setInterval(() => {
        isSessionInForce(sql, sessionId)
          .then((isInForce) => (isInForce ? undefined : stream.end()))
          .catch(() => {});
      }, sessionCheckedEveryMs);
      stream.whenEnded(() => clearInterval(check));
    },
  });
  app.addHook('preClose', async () => streams.endAll());
}

/** Undefined when the page has left already. */
function openStream(
  streams: EventStreams,
  { person }: FastifyRequest,
  reply: FastifyReply,
): ReturnType<EventStreams['open']> | undefined {
  if (!streams.hasRoom(person.userId)) {
    throw new RefusalError('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  reply.hijack();
  return reply.raw.destroyed ? undefined : streams.open(person.userId, reply.raw, reply.getHeaders());
}
