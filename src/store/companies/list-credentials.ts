import type { LegacyAlias } from '../../rules/legacy-alias.ts';
import type { Queryable } from '../connect.ts';

export interface CredentialRow {
  readonly clientId: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly legacyCalls: readonly {
    readonly alias: LegacyAlias;
    readonly calls: number;
    /** As PostgreSQL writes a time into JSON. */
    readonly lastCalledAt: string;
  }[];
}

/** The company's credentials: those in force first, then the newest; each with its calls to the aliases in the last days. */
export async function listCredentials(
  sql: Queryable,
  companyId: string,
  { days, rowsMax }: { readonly days: number; readonly rowsMax: number },
): Promise<readonly CredentialRow[]> {
  return sql<CredentialRow[]>`
    select c.client_id, c.created_at, c.revoked_at, c.last_used_at,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('alias', l.alias, 'calls', l.calls, 'lastCalledAt', l.last_called_at) order by l.alias)
        from (
          select alias, sum(calls)::float8 as calls, max(last_called_at) as last_called_at
          from legacy_calls
          where company_id = ${companyId} and client_id = c.client_id
            and day > (clock_timestamp() at time zone 'UTC')::date - ${days}::int
          group by alias) l), '[]') as legacy_calls
    from credentials c
    where c.company_id = ${companyId}
    order by c.revoked_at is not null, c.created_at desc, c.client_id
    limit ${rowsMax}`;
}
