import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../http/refusal-error.ts';
import { isUuid } from '../rules/uuid.ts';
import type { SignedInDeviceShape } from '../shapes/dashboard/session.ts';
import { deleteOtherSessions, deleteSession, listSessions } from '../store/sessions.ts';
import { audit } from './audit.ts';
import type { DashboardParts } from './parts.ts';

/** Where the person is signed in, and how to end that. */
export function addDeviceRoutes(app: FastifyInstance, { sql }: DashboardParts): void {
  app.get('/account/devices', {
    config: { access: 'signed_in' },
    schema: { hide: true },
    handler: async ({ person }): Promise<{ data: SignedInDeviceShape[] }> => {
      const sessions = await listSessions(sql, person.userId);
      return {
        data: sessions.map((session) => ({
          id: session.id,
          created_at: session.createdAt.toISOString(),
          last_seen_at: session.lastSeenAt.toISOString(),
          address: session.address,
          user_agent: session.userAgent,
          is_current: session.id === person.sessionId,
        })),
      };
    },
  });

  app.delete<{ Params: { id: string } }>('/account/devices/:id', {
    config: { access: 'signed_in' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const { person, params } = request;
      const isEnded = isUuid(params.id) && (await deleteSession(sql, person.userId, params.id));
      if (!isEnded) throw new RefusalError('thing_not_found');
      await audit(request, sql, { action: 'session.revoked', subject: person.email });
      return reply.code(204).send();
    },
  });

  app.post('/account/devices/revoke-others', {
    config: { access: 'signed_in' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const { person } = request;
      await deleteOtherSessions(sql, person.userId, person.sessionId);
      await audit(request, sql, { action: 'session.others_revoked', subject: person.email });
      return reply.code(204).send();
    },
  });
}
