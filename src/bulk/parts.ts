import type { Sql } from '../store/connect.ts';
import type { Doer } from '../store/people/audit-log.ts';

/** What every use case here needs. */
export interface BulkParts {
  readonly sql: Sql;
  readonly followUpWindowMs: number;
}

/** Somebody of the company whose alerts are answered. */
export interface Requester extends Doer {
  readonly companyId: string;
  readonly userId: string;
}
