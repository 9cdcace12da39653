import { setTimeout as pause } from 'node:timers/promises';

/** Waits so long, or until `signal` says stop, which is no failure. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}

/** Until the next thing is due, as far as anybody knows; never so short that it would spin, nor longer than `msMax`. */
export async function sleepUntilDue(
  dueInMs: number | undefined,
  { msMin, msMax }: { readonly msMin: number; readonly msMax: number },
  signal: AbortSignal,
): Promise<void> {
  await sleep(Math.min(Math.max(Math.ceil(dueInMs ?? msMax), msMin), msMax), signal);
}
