import type { AnswerStatus } from '../rules/alert.ts';
import type { AlertFilterShape } from '../shapes/dashboard/alerts.ts';
import type { BulkUpdate } from '../store/bulk/bulk-updates.ts';
import type { CsvLayout } from './csv/read-header.ts';

/** What was asked for, as it is stored with the update. */
export interface BulkRequest {
  /** Of a selection or a filter. */
  readonly status?: AnswerStatus;
  readonly filter?: AlertFilterShape;
  /** How a file was read. */
  readonly layout?: CsvLayout;
}

export function readRequest({ request }: BulkUpdate): BulkRequest {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a check writes it, and as such
  return request as BulkRequest;
}
