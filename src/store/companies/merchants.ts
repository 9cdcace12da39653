import type { Queryable } from '../connect.ts';

export interface Merchant {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
}

export async function insertMerchant(sql: Queryable, merchant: Merchant): Promise<void> {
  await sql`
    insert into merchants (id, company_id, name) values (${merchant.id}, ${merchant.companyId}, ${merchant.name})`;
}

/** For the operator, who acts across companies; a company's own code asks with its company id. */
export async function findMerchant(sql: Queryable, merchantId: string): Promise<Merchant | undefined> {
  const [merchant] = await sql<
    Merchant[]
  >`select id, company_id, name from merchants where id = ${merchantId}`;
  return merchant;
}

export async function findMerchantName(
  sql: Queryable,
  companyId: string,
  merchantId: string,
): Promise<string | undefined> {
  const [merchant] = await sql<{ name: string }[]>`
    select name from merchants where company_id = ${companyId} and id = ${merchantId}`;
  return merchant?.name;
}
