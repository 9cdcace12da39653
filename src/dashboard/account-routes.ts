import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { beginTotp } from '../backoffice/account/begin-totp.ts';
import { changePassword } from '../backoffice/account/change-password.ts';
import { confirmTotp } from '../backoffice/account/confirm-totp.ts';
import { removeTotp } from '../backoffice/account/remove-totp.ts';
import type { TotpSetupShape } from '../shapes/dashboard/session.ts';
import { CodeField, digitsOf, PasswordBody, typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';

const ChangeBody = Type.Object({
  current_password: typedText('current_password'),
  new_password: typedText('new_password'),
});
const CodeBody = Type.Object({ code: CodeField });

/** How the person signs in. */
export function addAccountRoutes(app: FastifyInstance, parts: DashboardParts): void {
  app.post<{ Body: Static<typeof ChangeBody> }>('/account/password', {
    config: { access: 'signed_in' },
    schema: { hide: true, body: ChangeBody },
    handler: async ({ person, body }, reply) => {
      await changePassword(parts.sql, person, {
        currentPassword: body.current_password,
        newPassword: body.new_password,
      });
      return reply.code(204).send();
    },
  });

  app.post<{ Body: Static<typeof PasswordBody> }>('/account/totp/begin', {
    config: { access: 'signed_in' },
    schema: { hide: true, body: PasswordBody },
    handler: async ({ person, body }): Promise<TotpSetupShape> => beginTotp(parts, person, body),
  });

  app.post<{ Body: Static<typeof CodeBody> }>('/account/totp/confirm', {
    config: { access: 'signed_in' },
    schema: { hide: true, body: CodeBody },
    handler: async ({ person, body }, reply) => {
      await confirmTotp(parts, person, { code: digitsOf(body.code) });
      return reply.code(204).send();
    },
  });

  app.post<{ Body: Static<typeof PasswordBody> }>('/account/totp/remove', {
    config: { access: 'signed_in' },
    schema: { hide: true, body: PasswordBody },
    handler: async ({ person, body }, reply) => {
      await removeTotp(parts.sql, person, body);
      return reply.code(204).send();
    },
  });
}
