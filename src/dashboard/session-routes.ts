import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { signIn, type SignInOutcome } from '../backoffice/account/sign-in.ts';
import { signOut } from '../backoffice/account/sign-out.ts';
import { RefusalError } from '../http/refusal-error.ts';
import type { SessionShape } from '../shapes/dashboard/session.ts';
import { digestToken } from '../signing/token.ts';
import { deleteSessionByToken } from '../store/people/sessions.ts';
import { addAccountRoutes } from './account-routes.ts';
import { deviceOf } from './device-of.ts';
import { addDeviceRoutes } from './device-routes.ts';
import { CodeField, digitsOf, typedText } from './fields.ts';
import { addInvitationRoutes } from './invitation-routes.ts';
import type { DashboardParts } from './parts.ts';
import { createSessionCookie } from './session-cookie.ts';
import { showSession } from './show-session.ts';

/** Signing in and out, and what concerns the person alone. */
export function addSessionRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const cookie = createSessionCookie(parts.publicUrl);

  async function answerSignedIn(reply: FastifyReply, token: string): Promise<SessionShape> {
    cookie.set(reply, token);
    return showSession(parts, token);
  }

  app.post<{ Body: Static<typeof LoginBody> }>('/login', {
    config: { access: 'anybody' },
    schema: { hide: true, body: LoginBody },
    handler: async (request, reply) => {
      const { email, password, code } = request.body;
      const outcome = await signIn(parts, {
        email: email.trim(),
        password,
        code: code === undefined ? undefined : digitsOf(code),
        device: deviceOf(request),
      });
      const token = tokenOf(outcome);
      // Nobody could reach the one that this browser had before.
      await deleteSessionByToken(parts.sql, digestToken(cookie.read(request) ?? ''));
      return answerSignedIn(reply, token);
    },
  });

  app.post('/logout', {
    config: { access: 'signed_in' },
    schema: { hide: true },
    handler: async ({ person }, reply) => {
      await signOut(parts.sql, person);
      cookie.clear(reply);
      return reply.code(204).send();
    },
  });

  app.get('/session', {
    config: { access: 'signed_in' },
    schema: { hide: true },
    handler: async (request) => showSession(parts, cookie.read(request) ?? ''),
  });

  addAccountRoutes(app, parts);
  addDeviceRoutes(app, parts);
  addInvitationRoutes(app, parts, answerSignedIn);
}

function tokenOf(outcome: SignInOutcome): string {
  switch (outcome.kind) {
    case 'signed_in':
      return outcome.token;
    case 'wait':
      throw new RefusalError('rate_limited', { retryAfterSeconds: outcome.retryAfterSeconds });
    case 'failed':
      throw new RefusalError('login_failed');
    case 'totp_required':
      throw new RefusalError('totp_required');
    case 'totp_wrong':
      throw new RefusalError('totp_wrong');
  }
}

const LoginBody = Type.Object({
  email: typedText('email'),
  password: typedText('password'),
  code: Type.Optional(CodeField),
});
