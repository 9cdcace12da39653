import type { LegacyAlias } from '../../rules/legacy-alias.ts';
import type { Queryable } from '../connect.ts';

export interface LegacyCaller {
  readonly companyId: string;
  readonly companyName: string;
  readonly clientId: string;
  readonly alias: LegacyAlias;
  readonly calls: string;
  readonly lastCalledAt: Date;
}

/** Who called an alias in the last days, the latest first. Operator-wide: the aliases stay only while somebody does (D21). */
export async function listLegacyCallers(
  sql: Queryable,
  { days, rowsMax }: { readonly days: number; readonly rowsMax: number },
): Promise<readonly LegacyCaller[]> {
  return sql<LegacyCaller[]>`
    select l.company_id, c.name as company_name, l.client_id, l.alias, sum(l.calls)::text as calls,
      max(l.last_called_at) as last_called_at
    from legacy_calls l join companies c on c.id = l.company_id
    where l.day > (clock_timestamp() at time zone 'UTC')::date - ${days}::int
    group by l.company_id, c.name, l.client_id, l.alias
    order by last_called_at desc
    limit ${rowsMax}`;
}
