import type { LegacyAlias } from '../../rules/legacy-alias.ts';
import type { Queryable } from '../connect.ts';

export interface LegacyCalls {
  readonly companyId: string;
  readonly clientId: string;
  readonly alias: LegacyAlias;
  readonly calls: number;
}

/** Adds calls to today's count of each credential and alias. */
export async function addLegacyCalls(sql: Queryable, counted: readonly LegacyCalls[]): Promise<void> {
  const rows = counted.map(({ companyId, clientId, alias, calls }) => ({
    company_id: companyId,
    client_id: clientId,
    alias,
    calls,
  }));
  await sql`
    insert into legacy_calls as l (company_id, client_id, alias, day, calls, last_called_at)
    select company_id, client_id, alias, (clock_timestamp() at time zone 'UTC')::date, calls, clock_timestamp()
    from jsonb_to_recordset(${sql.json(rows)}) as c(company_id uuid, client_id text, alias text, calls bigint)
    order by company_id, client_id, alias
    on conflict (company_id, client_id, alias, day) do update
      set calls = l.calls + excluded.calls, last_called_at = excluded.last_called_at`;
}
