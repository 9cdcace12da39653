import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { acceptInvitation } from '../backoffice/team/accept-invitation.ts';
import { RefusalError } from '../http/refusal-error.ts';
import type { InvitationShape, SessionShape } from '../shapes/dashboard/session.ts';
import { digestToken } from '../signing/token.ts';
import { findOpenInvitation } from '../store/people/invitations.ts';
import { deviceOf } from './device-of.ts';
import { typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';

export type AnswerSignedIn = (reply: FastifyReply, token: string) => Promise<SessionShape>;

const TokenBody = Type.Object({ token: typedText('token') });
const AcceptBody = Type.Object({ token: typedText('token'), password: typedText('password') });

/**
 * What an invited person sees and does. Whoever has the link is the person it is for; its token stands behind the `#`, which
 * browsers send to nobody, and comes here in a body, so that no log on the way has it.
 */
export function addInvitationRoutes(
  app: FastifyInstance,
  { sql }: DashboardParts,
  answerSignedIn: AnswerSignedIn,
): void {
  app.post<{ Body: Static<typeof TokenBody> }>('/invitations/look', {
    config: { access: 'anybody' },
    schema: { hide: true, body: TokenBody },
    handler: async ({ body }): Promise<InvitationShape> => {
      const invitation = await findOpenInvitation(sql, digestToken(body.token));
      if (invitation === undefined) throw new RefusalError('thing_not_found');
      return {
        email: invitation.email,
        role: invitation.role,
        company_name: invitation.companyName,
        expires_at: invitation.expiresAt.toISOString(),
      };
    },
  });

  app.post<{ Body: Static<typeof AcceptBody> }>('/invitations/accept', {
    config: { access: 'anybody' },
    schema: { hide: true, body: AcceptBody },
    handler: async (request, reply) => {
      const { token, password } = request.body;
      const session = await acceptInvitation(sql, { token, password, device: deviceOf(request) });
      return answerSignedIn(reply, session.token);
    },
  });
}
