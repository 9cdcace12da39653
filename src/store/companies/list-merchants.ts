import { isUuid } from '../../rules/uuid.ts';
import type { Queryable } from '../connect.ts';
import type { Merchant } from './merchants.ts';

export interface MerchantRow extends Merchant {
  readonly companyName: string;
  readonly createdAt: Date;
  readonly enrollments: number;
}

export interface MerchantFilter {
  readonly companyId?: string | undefined;
  /** Part of the name, or the id. */
  readonly search?: string | undefined;
  readonly rowsMax: number;
}

/** Merchants, newest first. For the operator, who looks at one company or at all. */
export async function listMerchants(
  sql: Queryable,
  { companyId, search, rowsMax }: MerchantFilter,
): Promise<readonly MerchantRow[]> {
  return sql<MerchantRow[]>`
    select m.id, m.company_id, m.name, m.created_at, c.name as company_name,
      (select count(*)::int from merchant_enrollments e
        where e.company_id = m.company_id and e.merchant_id = m.id) as enrollments
    from merchants m
    join companies c on c.id = m.company_id
    where true
      ${companyId === undefined ? sql`` : sql`and m.company_id = ${companyId}`}
      ${search === undefined ? sql`` : sql`and (position(lower(${search}) in lower(m.name)) > 0 or m.id = ${isUuid(search) ? search : null})`}
    order by m.created_at desc, m.id desc
    limit ${rowsMax}`;
}
