import { setTimeout as pause } from 'node:timers/promises';

const BATCH_MAX = 200;
const GATHER_MS = 3;
const RETRY_PAUSE_MS = 250;

export interface Finisher<Finished> {
  /** Resolves when these are recorded, or when it was told to give up. */
  record(finished: readonly Finished[]): Promise<void>;
}

/**
 * Records what was carried out, many at a time. When the database does not answer it tries again until it does: the
 * work is done, only the note of it is missing, and while it is missing the worker takes nothing new.
 */
export function createFinisher<Finished>(
  write: (batch: readonly Finished[]) => Promise<void>,
  onError: (error: unknown) => void,
  giveUp: AbortSignal,
): Finisher<Finished> {
  let waiting: Finished[] = [];
  let nextFlush: Promise<void> | undefined;
  let lastFlush: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await Promise.all([pause(GATHER_MS), lastFlush]);
    const batch = waiting;
    waiting = [];
    nextFlush = undefined;
    lastFlush = writeAll(batch);
    await lastFlush;
  }

  async function writeAll(batch: readonly Finished[]): Promise<void> {
    for (let from = 0; from < batch.length; from += BATCH_MAX) {
      await writeStubbornly(batch.slice(from, from + BATCH_MAX));
    }
  }

  async function writeStubbornly(batch: readonly Finished[]): Promise<void> {
    while (!giveUp.aborted) {
      try {
        await write(batch);
        return;
      } catch (error) {
        onError(error);
        await pause(RETRY_PAUSE_MS, undefined, { signal: giveUp }).catch(() => {});
      }
    }
  }

  return {
    record: async (finished) => {
      waiting.push(...finished);
      nextFlush ??= flush();
      await nextFlush;
    },
  };
}
