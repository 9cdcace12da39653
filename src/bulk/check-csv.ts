import { RefusalError } from '../http/refusal-error.ts';
import { maskCardNumbers } from '../rules/card-number.ts';
import type { GivenRow } from '../store/bulk/check-bulk-rows.ts';
import { gatherPieces } from './csv/gather-pieces.ts';
import { openCsv } from './csv/read-csv.ts';
import { runCheck } from './open-check.ts';
import type { BulkParts, Requester } from './parts.ts';

export interface CsvUpload {
  readonly fileName: string;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Aborted when it has taken too long. */
  readonly signal: AbortSignal;
}

/** Checks a CSV file while it arrives; nothing is applied. Returns the id of the update. */
export async function checkCsv(parts: BulkParts, requester: Requester, upload: CsvUpload): Promise<string> {
  const { layout, rows } = await openCsv(gatherPieces(upload.pieces));
  // Before the update is made: a file without a single row leaves no trace.
  const first = await rows.next();
  const fileName = maskCardNumbers(upload.fileName);
  const update = { source: 'csv', request: { layout: { ...layout } }, fileName } as const;
  return runCheck(parts, requester, update, async ({ add }) => {
    for await (const some of startingWith(first, rows)) {
      if (upload.signal.aborted) throw new RefusalError('request_timeout');
      await add(some);
    }
  });
}

async function* startingWith(
  first: IteratorResult<readonly GivenRow[]>,
  rows: AsyncGenerator<readonly GivenRow[]>,
): AsyncGenerator<readonly GivenRow[]> {
  if (first.done === true) return;
  yield first.value;
  yield* rows;
}
