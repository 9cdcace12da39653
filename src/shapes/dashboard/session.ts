import type { CompanyRole, Permission, UserRole } from '../../rules/permissions.ts';

/** Who is signed in, and what the pages must know from the start. */
export interface SessionShape {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly role: UserRole;
    readonly has_totp: boolean;
  };
  /** Null for an operator. */
  readonly company: {
    readonly id: string;
    readonly name: string;
    readonly requires_totp: boolean;
    readonly blocked: { readonly at: string; readonly reason: string } | null;
  } | null;
  readonly permissions: readonly Permission[];
  /** The company wants two-factor and this user has none yet: until then only the account page works. */
  readonly must_set_up_totp: boolean;
  /** The sandbox has buttons that make no sense elsewhere. */
  readonly is_sandbox: boolean;
  /** The database's clock, which every countdown follows. */
  readonly server_time: string;
}

/** One place where the user is signed in. */
export interface SignedInDeviceShape {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly address: string;
  readonly user_agent: string;
  readonly is_current: boolean;
}

/** What an authenticator app needs; shown until the first code confirms it. */
export interface TotpSetupShape {
  readonly secret: string;
  readonly uri: string;
}

/** What an invited person sees before choosing a password. */
export interface InvitationShape {
  readonly email: string;
  readonly role: CompanyRole;
  readonly company_name: string;
  readonly expires_at: string;
}
