import type { AnswerStatus } from '../../rules/alert.ts';
import type { BulkSource, BulkState, RowVerdict } from '../../rules/bulk-update.ts';
import type { PageMetaShape } from '../page.ts';
import type { AlertFilterShape } from './alerts.ts';

export type { BulkState, RowVerdict };

export type BulkSourceShape =
  | { readonly kind: 'selection'; readonly alert_ids: readonly string[] }
  | { readonly kind: 'filter'; readonly filter: AlertFilterShape };

export interface BulkUpdateShape {
  readonly id: string;
  readonly source: BulkSource;
  /** Of a selection or filter; a CSV file has one on each line. */
  readonly status: AnswerStatus | null;
  readonly filter: AlertFilterShape | null;
  readonly file_name: string | null;
  readonly created_by: string;
  readonly created_at: string;
  readonly state: BulkState;
  readonly rows_total: number;
  readonly rows_to_apply: number;
  readonly rows_applied: number;
  readonly rows_refused: number;
  /** Each verdict that some row got, with the API's exact words where the API would refuse. */
  readonly verdicts: readonly {
    readonly verdict: RowVerdict;
    readonly rows: number;
    readonly message: string | null;
  }[];
  /** From when a started one runs; rows of provider A in their last minutes do not wait for it. */
  readonly start_at: string | null;
  readonly finished_at: string | null;
  /** Whether it can still be discarded, or stopped between two batches. */
  readonly can_cancel: boolean;
  readonly server_time: string;
}

export interface BulkRowShape {
  readonly line: number;
  readonly reference: string;
  readonly alert_id: string | null;
  readonly status: string;
  readonly verdict: RowVerdict;
  /** Null until the row has run: 'applied', or a refusal's name. */
  readonly result: string | null;
  /** The API's exact words for a refusal, at the check or at the run. */
  readonly message: string | null;
}

export interface BulkRowPageShape {
  readonly data: readonly BulkRowShape[];
  readonly meta: PageMetaShape;
}

export interface BulkUpdatePageShape {
  readonly data: readonly BulkUpdateShape[];
  readonly meta: PageMetaShape;
}
