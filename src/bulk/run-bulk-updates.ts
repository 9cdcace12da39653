import type { FastifyBaseLogger } from 'fastify';
import { sleep } from '../loops/sleep.ts';
import type { LiveTopic } from '../shapes/dashboard/live.ts';
import type { BulkParts } from './parts.ts';
import { type Batch, BatchError, runBatch } from './run-batch.ts';

/** How often to look for updates that have been started. */
const LOOK_EVERY_MS = 250;
const RETRY_AFTER_MS = 5000;

export interface RunnerParts extends BulkParts {
  readonly log: FastifyBaseLogger;
  /** Called after a commit that left something to send. */
  readonly onNewWork: () => void;
  readonly tell: (companyId: string, topic: LiveTopic) => void;
}

/** Runs what was started until `signal` says stop. Any number of processes may; each batch is one process's. */
export async function runBulkUpdates(parts: RunnerParts, signal: AbortSignal): Promise<void> {
  const retryAtMs = new Map<string, number>();
  while (!signal.aborted) {
    for (const [id, atMs] of retryAtMs) if (atMs <= performance.now()) retryAtMs.delete(id);
    const batch = await runBatch(parts, [...retryAtMs.keys()]).catch((error: unknown): Batch | undefined => {
      parts.log.error({ err: error }, 'a batch of a bulk update failed; trying again');
      if (error instanceof BatchError) retryAtMs.set(error.updateId, performance.now() + RETRY_AFTER_MS);
      return undefined;
    });
    if (batch === undefined) await sleep(LOOK_EVERY_MS, signal);
    else tellOf(batch, parts);
  }
}

function tellOf({ companyId, applied }: Batch, { onNewWork, tell }: RunnerParts): void {
  tell(companyId, 'bulk_updates');
  if (applied === 0) return;
  tell(companyId, 'alerts');
  onNewWork();
}
