import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { signOutDevice } from '../backoffice/account/sign-out-device.ts';
import { signOutOtherDevices } from '../backoffice/account/sign-out-other-devices.ts';
import type { SignedInDeviceShape } from '../shapes/dashboard/session.ts';
import { listSessions } from '../store/people/sessions.ts';
import { PasswordBody } from './fields.ts';
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

  app.post<{ Params: { id: string }; Body: Static<typeof PasswordBody> }>('/account/devices/:id/revoke', {
    config: { access: 'signed_in' },
    schema: { hide: true, body: PasswordBody },
    handler: async ({ person, params, body }, reply) => {
      await signOutDevice(sql, person, { sessionId: params.id, password: body.password });
      return reply.code(204).send();
    },
  });

  app.post<{ Body: Static<typeof PasswordBody> }>('/account/devices/revoke-others', {
    config: { access: 'signed_in' },
    schema: { hide: true, body: PasswordBody },
    handler: async ({ person, body }, reply) => {
      await signOutOtherDevices(sql, person, body);
      return reply.code(204).send();
    },
  });
}
