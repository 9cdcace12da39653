import type { Queryable, Sql } from '../store/connect.ts';

/** What every use case here needs. */
export interface BulkParts {
  readonly sql: Sql;
  readonly followUpWindowMs: number;
}

/** Who asks, and for which company. */
export interface Requester {
  readonly companyId: string;
  readonly userId: string;
  /** Notes in the audit log what they did, in the transaction that does it. */
  readonly note: (transaction: Queryable, deed: Deed) => Promise<void>;
}

interface Deed {
  readonly action: `bulk_update.${'checked' | 'started' | 'cancelled' | 'discarded'}`;
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | null>>;
}
