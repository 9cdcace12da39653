import type { Queryable } from '../connect.ts';

export interface MerchantName {
  readonly id: string;
  readonly name: string;
}

export async function listMerchantNames(
  sql: Queryable,
  companyId: string,
  merchantsMax: number,
): Promise<readonly MerchantName[]> {
  return sql<MerchantName[]>`
    select id, name from merchants where company_id = ${companyId} order by lower(name), id limit ${merchantsMax}`;
}
