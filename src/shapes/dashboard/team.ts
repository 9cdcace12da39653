import type { CompanyRole } from '../../rules/permissions.ts';

export interface TeamMemberShape {
  readonly id: string;
  readonly email: string;
  readonly role: CompanyRole;
  readonly has_totp: boolean;
  readonly created_at: string;
  readonly last_seen_at: string | null;
  readonly is_you: boolean;
}

export interface OpenInvitationShape {
  readonly id: string;
  readonly email: string;
  readonly role: CompanyRole;
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface TeamShape {
  readonly members: readonly TeamMemberShape[];
  readonly invitations: readonly OpenInvitationShape[];
  readonly requires_totp: boolean;
}

/** The link is shown to the inviter this once; `was_mailed` when SMTP is set up and took it. */
export interface NewInvitationShape {
  readonly url: string;
  readonly expires_at: string;
  readonly was_mailed: boolean;
}

export interface AuditEntryShape {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly address: string;
  /** Only in the operator's log. */
  readonly company_name: string | null;
}

/** Newest first; `next_before` leads to older ones. */
export interface AuditLogShape {
  readonly data: readonly AuditEntryShape[];
  readonly next_before: string | null;
}
