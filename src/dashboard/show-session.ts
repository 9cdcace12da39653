import { RefusalError } from '../http/refusal-error.ts';
import { permissionsOf } from '../rules/permissions.ts';
import type { SessionShape } from '../shapes/dashboard/session.ts';
import { digestToken } from '../signing/token.ts';
import { findSession } from '../store/people/sessions.ts';
import type { DashboardParts } from './parts.ts';

/** The session with this token, as the pages see it. */
export async function showSession(parts: DashboardParts, token: string): Promise<SessionShape> {
  const session = await findSession(parts.sql, digestToken(token));
  if (session === undefined) throw new RefusalError('not_signed_in');
  const { companyId, companyName, requiresTotp, blockedAt, blockedReason } = session;
  return {
    user: { id: session.userId, email: session.email, role: session.role, has_totp: session.hasTotp },
    company:
      companyId === null
        ? null
        : {
            id: companyId,
            name: companyName ?? '',
            requires_totp: requiresTotp,
            blocked: blockedAt && { at: blockedAt.toISOString(), reason: blockedReason ?? '' },
          },
    permissions: permissionsOf(session.role),
    must_set_up_totp: requiresTotp && !session.hasTotp,
    is_sandbox: parts.sendTestAlert !== undefined,
    server_time: session.now.toISOString(),
  };
}
