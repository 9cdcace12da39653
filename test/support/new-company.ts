import type { CompanyRole } from '../../src/rules/permissions.ts';
import { createTestCompany, type TestCompany } from './company.ts';
import { signIn, type SignedInClient } from './dashboard.ts';
import type { TestService } from './service.ts';

export interface NewCompany {
  readonly company: TestCompany;
  /** Somebody of the company, signed in. */
  readonly person: SignedInClient;
}

/** A company of the test's own, so that tests of one service do not see each other's alerts. */
export async function newCompany(service: TestService, role: CompanyRole = 'analyst'): Promise<NewCompany> {
  const company = await createTestCompany(service.sql);
  return { company, person: await signIn(service, { role, companyId: company.companyId }) };
}
