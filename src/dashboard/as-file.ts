import type { FastifyReply } from 'fastify';

/** Makes a CSV file of what is sent: a browser saves it under this name. */
export function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`);
}
