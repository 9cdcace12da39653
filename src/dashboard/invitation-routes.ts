import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { acceptInvitation } from '../backoffice/accept-invitation.ts';
import { RefusalError } from '../http/refusal-error.ts';
import type { InvitationShape, SessionShape } from '../shapes/dashboard/session.ts';
import { digestToken } from '../signing/token.ts';
import { findOpenInvitation } from '../store/invitations.ts';
import { deviceOf } from './device-of.ts';
import { typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';

export type AnswerSignedIn = (reply: FastifyReply, token: string) => Promise<SessionShape>;

const AcceptBody = Type.Object({ password: typedText('password') });

/** What an invited person sees and does. Whoever has the link is the person it is for. */
export function addInvitationRoutes(
  app: FastifyInstance,
  { sql }: DashboardParts,
  answerSignedIn: AnswerSignedIn,
): void {
  app.get<{ Params: { token: string } }>('/invitations/:token', {
    config: { access: 'anybody' },
    schema: { hide: true },
    handler: async ({ params }): Promise<InvitationShape> => {
      const invitation = await findOpenInvitation(sql, digestToken(params.token));
      if (invitation === undefined) throw new RefusalError('thing_not_found');
      return {
        email: invitation.email,
        role: invitation.role,
        company_name: invitation.companyName,
        expires_at: invitation.expiresAt.toISOString(),
      };
    },
  });

  app.post<{ Params: { token: string }; Body: Static<typeof AcceptBody> }>('/invitations/:token/accept', {
    config: { access: 'anybody' },
    schema: { hide: true, body: AcceptBody },
    handler: async (request, reply) => {
      const { params, body } = request;
      const { token } = await acceptInvitation(sql, {
        token: params.token,
        password: body.password,
        device: deviceOf(request),
      });
      return answerSignedIn(reply, token);
    },
  });
}
