import { OPEN_INVITATIONS_MAX, USERS_MAX } from '../backoffice/limits.ts';
import type { OpenInvitationShape, TeamMemberShape, TeamShape } from '../shapes/dashboard/team.ts';
import type { Sql } from '../store/connect.ts';
import { listOpenInvitations, type OpenInvitation } from '../store/people/invitations.ts';
import { listMembers, readTeamSettings, type TeamMember } from '../store/people/team.ts';

/** The team as the person who asks sees it. */
export async function showTeam(sql: Sql, companyId: string, userId: string): Promise<TeamShape> {
  const [members, invitations, settings] = await Promise.all([
    listMembers(sql, companyId, USERS_MAX),
    listOpenInvitations(sql, companyId, OPEN_INVITATIONS_MAX),
    readTeamSettings(sql, companyId),
  ]);
  return {
    members: members.map((member) => shapeMember(member, userId)),
    invitations: invitations.map(shapeInvitation),
    requires_totp: settings?.requiresTotp ?? false,
  };
}

function shapeMember(member: TeamMember, userId: string): TeamMemberShape {
  return {
    id: member.id,
    email: member.email,
    role: member.role,
    has_totp: member.hasTotp,
    created_at: member.createdAt.toISOString(),
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
    is_you: member.id === userId,
  };
}

function shapeInvitation(invitation: OpenInvitation): OpenInvitationShape {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}
