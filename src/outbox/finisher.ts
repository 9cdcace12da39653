import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../store/database-errors.ts';

const BATCH_MAX = 200;
const GATHER_MS = 20;
const RETRY_PAUSE_MS = 250;

export interface Finisher<Finished> {
  /** Resolves when these are recorded: true; or when one of them never can be, or it was told to give up: false. */
  record(finished: readonly Finished[]): Promise<boolean>;
}

type Write<Finished> = (batch: readonly Finished[]) => Promise<void>;

/** Records what was carried out, many at a time and in the order it came. */
export function createFinisher<Finished>(
  write: Write<Finished>,
  onError: (error: unknown) => void,
  giveUp: AbortSignal,
): Finisher<Finished> {
  let waiting: Finished[] = [];
  let nextFlush: Promise<ReadonlySet<Finished>> | undefined;
  let lastFlush: Promise<unknown> = Promise.resolve();

  async function flush(): Promise<ReadonlySet<Finished>> {
    await Promise.all([pause(GATHER_MS), lastFlush]);
    const batch = waiting;
    waiting = [];
    nextFlush = undefined;
    const writing = writeAll(batch, { write, onError, giveUp });
    lastFlush = writing;
    return writing;
  }

  return {
    record: async (finished) => {
      waiting.push(...finished);
      nextFlush ??= flush();
      const unwritten = await nextFlush;
      return finished.every((one) => !unwritten.has(one));
    },
  };
}

interface Writing<Finished> {
  readonly write: Write<Finished>;
  readonly onError: (error: unknown) => void;
  readonly giveUp: AbortSignal;
}

/** Returns those that could not be written. */
async function writeAll<Finished>(
  batch: readonly Finished[],
  writing: Writing<Finished>,
): Promise<ReadonlySet<Finished>> {
  const unwritten = new Set<Finished>();
  for (let from = 0; from < batch.length; from += BATCH_MAX) {
    for (const one of await writeStubbornly(batch.slice(from, from + BATCH_MAX), writing)) unwritten.add(one);
  }
  return unwritten;
}

/**
 * When the database does not answer it tries again until it does: the work is done, only the note of it is missing, and
 * while it is missing the worker takes nothing new. A note that the database refuses for good keeps no other back.
 */
async function writeStubbornly<Finished>(
  batch: readonly Finished[],
  writing: Writing<Finished>,
): Promise<readonly Finished[]> {
  while (!writing.giveUp.aborted) {
    try {
      await writing.write(batch);
      return [];
    } catch (error) {
      writing.onError(error);
      if (!isDatabaseUnavailable(error)) return writeApart(batch, writing);
      await pause(RETRY_PAUSE_MS, undefined, { signal: writing.giveUp }).catch(() => {});
    }
  }
  return batch;
}

async function writeApart<Finished>(
  batch: readonly Finished[],
  writing: Writing<Finished>,
): Promise<readonly Finished[]> {
  if (batch.length === 1) return batch;
  const unwritten: Finished[] = [];
  for (const one of batch) unwritten.push(...(await writeStubbornly([one], writing)));
  return unwritten;
}
