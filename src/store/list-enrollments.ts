import type { Provider } from '../rules/provider.ts';
import type { Queryable } from './connect.ts';
import type { Enrollment } from './merchants.ts';

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
