import { setTimeout as pause } from 'node:timers/promises';
import { sleep } from '../loops/sleep.ts';
import { isDatabaseUnavailable } from '../store/database-errors.ts';

const BATCH_MAX = 500;
const GATHER_MS = 20;
const RETRY_PAUSE_MS = 250;

export interface Finisher<Finished> {
  /** Calls back when these are recorded: true; or when one of them never can be, or it was told to give up: false. */
  record(finished: readonly Finished[], onEnd: (isRecorded: boolean) => void): void;
}

interface Note<Finished> {
  readonly finished: readonly Finished[];
  readonly onEnd: (isRecorded: boolean) => void;
}

type Write<Finished> = (batch: readonly Finished[]) => Promise<void>;

/** Records what was carried out, many at a time and in the order it came. */
export function createFinisher<Finished>(
  write: Write<Finished>,
  onError: (error: unknown) => void,
  giveUp: AbortSignal,
): Finisher<Finished> {
  let waiting: Note<Finished>[] = [];
  let lastWrite: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await Promise.all([pause(GATHER_MS), lastWrite]);
    const notes = waiting;
    waiting = [];
    lastWrite = writeNotes(notes, { write, onError, giveUp });
  }

  return {
    record: (finished, onEnd) => {
      waiting.push({ finished, onEnd });
      if (waiting.length === 1) void flush();
    },
  };
}

interface Writing<Finished> {
  readonly write: Write<Finished>;
  readonly onError: (error: unknown) => void;
  readonly giveUp: AbortSignal;
}

async function writeNotes<Finished>(
  notes: readonly Note<Finished>[],
  writing: Writing<Finished>,
): Promise<void> {
  const unwritten = await writeAll(
    notes.flatMap(({ finished }) => finished),
    writing,
  );
  for (const { finished, onEnd } of notes) onEnd(finished.every((one) => !unwritten.has(one)));
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
      await sleep(RETRY_PAUSE_MS, writing.giveUp);
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
