import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is at a page, refused or not; an application has its `caller`. */
    signedInUserId: string | undefined;
  }
}

/**
 * One line for each request. It names the route's pattern, never the path or query as sent: those are free text from
 * outside and may hold anything, a card number included.
 */
export async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      client_id: (request.caller as FastifyRequest['caller'] | null)?.clientId,
      user_id: request.signedInUserId,
    },
    'request',
  );
}
