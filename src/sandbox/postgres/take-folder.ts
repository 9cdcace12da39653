import { setTimeout as pause } from 'node:timers/promises';
import type { FolderFiles } from './folder-files.ts';
import { type FolderLock, tryLockFile } from './folder-lock.ts';
import { exists } from './process-list.ts';
import { type Holder, readRunningFile, type RunningHolder } from './running-file.ts';

const TURN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 25;

/** Either the folder is ours, or a service holds it and lets us use its database. */
type FolderTurn =
  | { readonly kind: 'taken'; readonly lock: FolderLock }
  | { readonly kind: 'beside'; readonly databaseUrl: string };

export async function takeFolder(
  files: FolderFiles,
  holder: Holder,
  log: (message: string) => void,
): Promise<FolderTurn> {
  const deadlineMs = performance.now() + TURN_WITHIN_MS;
  for (let polls = 0; ; polls += 1) {
    const lock = tryLockFile(files.lockFile);
    if (lock !== undefined) return { kind: 'taken', lock };
    const other = await readLivingHolder(files.runningFile);
    const step = decideStep(holder, other);
    if (step.kind === 'beside') return step;
    if (step.kind === 'refuse' || performance.now() >= deadlineMs) throw refusal(files.dataDir, other);
    if (polls === 1) log(`Waiting for ${describeHolder(other)} that uses ${files.dataDir}.`);
    await pause(LOOK_EVERY_MS);
  }
}

/** The file may be the last word of a process that was killed. */
async function readLivingHolder(file: string): Promise<RunningHolder | undefined> {
  const running = await readRunningFile(file);
  return running !== undefined && exists(running.pid) ? running : undefined;
}

type Step =
  | { readonly kind: 'beside'; readonly databaseUrl: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'refuse' };

/** What to do while somebody else, perhaps not yet known, holds the folder. */
function decideStep(holder: Holder, other: RunningHolder | undefined): Step {
  if (other?.holder !== 'service') return { kind: 'wait' };
  if (holder === 'service') return { kind: 'refuse' };
  return other.databaseUrl === undefined
    ? { kind: 'wait' }
    : { kind: 'beside', databaseUrl: other.databaseUrl };
}

function refusal(dataDir: string, other: RunningHolder | undefined): Error {
  return new Error(
    `The folder ${dataDir} is in use by ${describeHolder(other)}. ` +
      'Stop it first, or choose another folder with DATA_DIR.',
  );
}

function describeHolder(other: RunningHolder | undefined): string {
  return other === undefined
    ? 'another service or command'
    : `another ${other.holder} (process ${other.pid})`;
}
