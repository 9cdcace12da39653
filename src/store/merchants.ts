import type { Provider } from '../rules/provider.ts';
import { type Route, routeKey } from '../rules/route-key.ts';
import type { Queryable } from './connect.ts';

export interface Merchant {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
}

export interface Enrollment {
  readonly id: string;
  readonly companyId: string;
  readonly merchantId: string;
  readonly provider: Provider;
  readonly descriptor: string | null;
  readonly acquirerBin: string | null;
  readonly caid: string | null;
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

export async function insertEnrollment(
  sql: Queryable,
  enrollment: {
    readonly id: string;
    readonly companyId: string;
    readonly merchantId: string;
    readonly route: Route;
  },
): Promise<void> {
  const { id, companyId, merchantId, route } = enrollment;
  const { descriptor, acquirerBin, caid } = { descriptor: null, acquirerBin: null, caid: null, ...route };
  await sql`
    insert into merchant_enrollments
      (id, company_id, merchant_id, provider, descriptor, acquirer_bin, caid, route_key)
    values (
      ${id}, ${companyId}, ${merchantId}, ${route.provider}, ${descriptor}, ${acquirerBin}, ${caid},
      ${routeKey(route)})`;
}

/** The company's enrollments, for the simulator, which sends alerts that match them. */
export async function listEnrollments(sql: Queryable, companyId: string): Promise<readonly Enrollment[]> {
  return sql<Enrollment[]>`
    select id, company_id, merchant_id, provider, descriptor, acquirer_bin, caid
    from merchant_enrollments
    where company_id = ${companyId}
    order by created_at, id`;
}
