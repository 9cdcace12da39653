import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { changeRole } from '../backoffice/team/change-role.ts';
import type { MeantMember } from '../backoffice/team/change-team.ts';
import { inviteUser } from '../backoffice/team/invite-user.ts';
import { removeUser } from '../backoffice/team/remove-user.ts';
import { resetTotp } from '../backoffice/team/reset-totp.ts';
import { revokeInvitation } from '../backoffice/team/revoke-invitation.ts';
import { setTotpRequirement } from '../backoffice/team/set-totp-requirement.ts';
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
      const requirement = { companyId, requiresTotp: request.body.requires_totp };
      await setTotpRequirement(parts.sql, request.person, requirement);
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
      await revokeInvitation(parts.sql, request.person, meant);
      return reply.code(204).send();
    },
  });
}

function addMemberRoutes(app: FastifyInstance, { sql }: DashboardParts): void {
  app.patch<MemberPath & { Body: Static<typeof RoleBody> }>('/team/members/:id', {
    config: { access: 'manage_users' },
    schema: { hide: true, body: RoleBody },
    handler: async (request, reply) => {
      const meant = { ...memberOf(request, request.params), role: request.body.role };
      await changeRole(sql, request.person, meant);
      return reply.code(204).send();
    },
  });

  app.delete<MemberPath>('/team/members/:id', {
    config: { access: 'manage_users' },
    schema: { hide: true },
    handler: async (request, reply) => {
      await removeUser(sql, request.person, memberOf(request, request.params));
      return reply.code(204).send();
    },
  });

  app.post<MemberPath>('/team/members/:id/reset-totp', {
    config: { access: 'manage_users' },
    schema: { hide: true },
    handler: async (request, reply) => {
      await resetTotp(sql, request.person, memberOf(request, request.params));
      return reply.code(204).send();
    },
  });
}

function memberOf(request: FastifyRequest, { id }: { readonly id: string }): MeantMember {
  return { companyId: companyOf(request), userId: id.toLowerCase() };
}
