import type { Sql } from '../../src/store/connect.ts';
import { createTestCompany, type TestCompany } from '../../test/support/company.ts';

/** A running service of our own on this machine; providers sign with the secrets of the tests. */
export interface AttackedService {
  readonly url: string;
  readonly sql: Sql;
  /** All that the service has logged so far. */
  readonly logLines: readonly string[];
}

/** The service with two new companies on it. */
export interface Target extends AttackedService {
  /** The one that attacks, or is used to. */
  readonly company: TestCompany;
  /** The one whose data must never be seen. */
  readonly stranger: TestCompany;
}

export async function createTarget({ url, sql, logLines }: AttackedService): Promise<Target> {
  const [company, stranger] = [await createTestCompany(sql), await createTestCompany(sql)];
  return { url, sql, logLines, company, stranger };
}
