import { alertOrder, type AlertSearch } from '../../rules/alert-search.ts';
import type { Queryable } from '../connect.ts';
import { type AlertPosition, comesAfter, comesBefore, inOrder, inReverse } from './alert-order.ts';
import { matchesSearch } from './search-alerts.ts';

export interface AlertNeighbours {
  readonly previousId: string | null;
  readonly nextId: string | null;
}

/** The alerts of a search on either side of one. */
export async function findAlertNeighbours(
  sql: Queryable,
  companyId: string,
  search: AlertSearch,
  at: { readonly position: AlertPosition; readonly now: Date },
): Promise<AlertNeighbours> {
  const order = alertOrder(search);
  const [found] = await sql<AlertNeighbours[]>`
    select
      (select a.id from alerts a
        where a.company_id = ${companyId} and ${matchesSearch(sql, companyId, search, at.now)}
          and ${comesBefore(sql, order, at.position)}
        order by ${inReverse(sql, order)} limit 1) as previous_id,
      (select a.id from alerts a
        where a.company_id = ${companyId} and ${matchesSearch(sql, companyId, search, at.now)}
          and ${comesAfter(sql, order, at.position)}
        order by ${inOrder(sql, order)} limit 1) as next_id`;
  return found ?? { previousId: null, nextId: null };
}
