import type { Sql } from '../../src/store/connect.ts';
import { createTestCompany, type TestCompany } from '../../test/support/company.ts';

/** A running service of our own on this machine, with two companies on it; providers sign with the secrets of the tests. */
export interface Target {
  readonly url: string;
  readonly sql: Sql;
  /** All that the service has logged so far. */
  readonly logLines: readonly string[];
  /** The one that attacks, or is used to. */
  readonly company: TestCompany;
  /** The one whose data must never be seen. */
  readonly stranger: TestCompany;
}

export async function createTarget(service: Omit<Target, 'company' | 'stranger'>): Promise<Target> {
  return {
    ...service,
    company: await createTestCompany(service.sql),
    stranger: await createTestCompany(service.sql),
  };
}
