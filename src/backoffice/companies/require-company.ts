import { isUuid } from '../../rules/uuid.ts';
import { companyExists } from '../../store/companies/companies.ts';
import type { Queryable } from '../../store/connect.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { showGiven } from '../show-given.ts';

/** The id of a company that exists, written as the database writes it. Companies are never deleted. */
export async function requireCompany(sql: Queryable, companyId: string): Promise<string> {
  if (!isUuid(companyId) || !(await companyExists(sql, companyId))) throw noSuchCompany(companyId);
  return companyId.toLowerCase();
}

export function noSuchCompany(companyId: string): NoSuchThingError {
  return new NoSuchThingError(
    `There is no company with id ${showGiven(companyId)}. Use the company_id printed when the company was created.`,
  );
}
