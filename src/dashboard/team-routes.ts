import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { changeRole } from '../backoffice/change-role.ts';
import type { TeamChange } from '../backoffice/change-team.ts';
import { inviteUser } from '../backoffice/invite-user.ts';
import { removeUser } from '../backoffice/remove-user.ts';
import { requireTotp } from '../backoffice/require-totp.ts';
import { resetTotp } from '../backoffice/reset-totp.ts';
import { revokeInvitation } from '../backoffice/revoke-invitation.ts';
import { ERROR_TEXT } from '../http/validation.ts';
import type { NewInvitationShape } from '../shapes/dashboard/team.ts';
import { CompanyRoleField, typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';
import { showTeam } from './show-team.ts';

const InviteBody = Type.Object({ email: typedText('email'), role: CompanyRoleField });
const RoleBody = Type.Object({ role: CompanyRoleField });
const CompanyBody = Type.Object({
  requires_totp: Type.Boolean({ [ERROR_TEXT]: 'requires_totp must be true or false' }),
});

interface MemberPath {
  readonly Params: { readonly id: string };
}

/** Who works for the company, and what each may do. */
export function addTeamRoutes(app: FastifyInstance, parts: DashboardParts): void {
  app.get('/team', {
    config: { access: 'read_users' },
    schema: { hide: true },
    handler: async (request) => showTeam(parts.sql, companyOf(request), request.person.userId),
  });
  addTeamInvitationRoutes(app, parts);
  addMemberRoutes(app, parts);

  app.patch<{ Body: Static<typeof CompanyBody> }>('/company', {
    config: { access: 'manage_company' },
    schema: { hide: true, body: CompanyBody },
    handler: async (request, reply) => {
      const companyId = companyOf(request);
      const requirement = { companyId, requiresTotp: request.body.requires_totp, doer: request.person };
      await requireTotp(parts.sql, requirement);
      parts.live.tell(companyId, 'company');
      return reply.code(204).send();
    },
  });
}

function addTeamInvitationRoutes(app: FastifyInstance, parts: DashboardParts): void {
  app.post<{ Body: Static<typeof InviteBody> }>('/team/invitations', {
    config: { access: 'manage_users' },
    schema: { hide: true, body: InviteBody },
    handler: async (request): Promise<NewInvitationShape> => {
      const { email, role } = request.body;
      const invited = { companyId: companyOf(request), email, role };
      const { url, expiresAt, wasMailed } = await inviteUser(parts, request.person, invited);
      return { url, expires_at: expiresAt.toISOString(), was_mailed: wasMailed };
    },
  });

  app.delete<MemberPath>('/team/invitations/:id', {
    config: { access: 'manage_users' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const meant = { companyId: companyOf(request), invitationId: request.params.id };
      await revokeInvitation(parts.sql, meant, request.person);
      return reply.code(204).send();
    },
  });
}

function addMemberRoutes(app: FastifyInstance, { sql }: DashboardParts): void {
  app.patch<MemberPath & { Body: Static<typeof RoleBody> }>('/team/members/:id', {
    config: { access: 'manage_users' },
    schema: { hide: true, body: RoleBody },
    handler: async (request, reply) => {
      await changeRole(sql, changeOf(request, request.params), request.body.role);
      return reply.code(204).send();
    },
  });

  app.delete<MemberPath>('/team/members/:id', {
    config: { access: 'manage_users' },
    schema: { hide: true },
    handler: async (request, reply) => {
      await removeUser(sql, changeOf(request, request.params));
      return reply.code(204).send();
    },
  });

  app.post<MemberPath>('/team/members/:id/reset-totp', {
    config: { access: 'manage_users' },
    schema: { hide: true },
    handler: async (request, reply) => {
      await resetTotp(sql, changeOf(request, request.params));
      return reply.code(204).send();
    },
  });
}

function changeOf(request: FastifyRequest, { id }: { readonly id: string }): TeamChange {
  return { companyId: companyOf(request), userId: id.toLowerCase(), doer: request.person };
}
