import type { Provider } from '../../rules/provider.ts';
import { type Route, routeKey } from '../../rules/route-key.ts';
import type { Queryable } from '../connect.ts';

export interface Enrollment {
  readonly id: string;
  readonly companyId: string;
  readonly merchantId: string;
  readonly provider: Provider;
  readonly descriptor: string | null;
  readonly acquirerBin: string | null;
  readonly caid: string | null;
}

export interface EnrollmentRow extends Enrollment {
  readonly merchantName: string;
  readonly companyName: string;
  readonly createdAt: Date;
}

export interface EnrollmentFilter {
  readonly companyId?: string | undefined;
  readonly merchantId?: string | undefined;
  readonly provider?: Provider | undefined;
  /** Part of the merchant's or the company's name, or of the route. */
  readonly search?: string | undefined;
  readonly rowsMax: number;
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

/** Enrollments, newest first. For the operator, who looks at one company, one merchant or all. */
export async function listAllEnrollments(
  sql: Queryable,
  { companyId, merchantId, provider, search, rowsMax }: EnrollmentFilter,
): Promise<readonly EnrollmentRow[]> {
  return sql<EnrollmentRow[]>`
    select e.id, e.company_id, e.merchant_id, e.provider, e.descriptor, e.acquirer_bin, e.caid, e.created_at,
      m.name as merchant_name, c.name as company_name
    from merchant_enrollments e
    join merchants m on m.company_id = e.company_id and m.id = e.merchant_id
    join companies c on c.id = e.company_id
    where true
      ${companyId === undefined ? sql`` : sql`and e.company_id = ${companyId}`}
      ${merchantId === undefined ? sql`` : sql`and e.merchant_id = ${merchantId}`}
      ${provider === undefined ? sql`` : sql`and e.provider = ${provider}`}
      ${search === undefined ? sql`` : sql`and position(lower(${search}) in lower(concat_ws(' ', m.name, c.name, e.descriptor, e.acquirer_bin, e.caid))) > 0`}
    order by e.created_at desc, e.id desc
    limit ${rowsMax}`;
}

/** For the operator, who acts across companies. */
export async function findEnrollment(
  sql: Queryable,
  enrollmentId: string,
): Promise<Pick<Enrollment, 'id' | 'companyId' | 'merchantId' | 'provider'> | undefined> {
  const [enrollment] = await sql<Pick<Enrollment, 'id' | 'companyId' | 'merchantId' | 'provider'>[]>`
    select id, company_id, merchant_id, provider from merchant_enrollments where id = ${enrollmentId}`;
  return enrollment;
}
