import type { PostgresBinaries } from './binaries.ts';
import { runProgram } from './run-program.ts';
import { waitUntil } from './wait-until.ts';

// PostgreSQL's own meanings: SIGINT is its fast shutdown, SIGQUIT its immediate one, which recovers at the next start.
const STEPS = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;

const LOOK_EVERY_MS = 10;
const SIGNAL_SENT_WITHIN_MS = 5_000;

/** Ends a postmaster with as little force as it takes. The caller has made sure that the process is one. */
export async function stopPostmaster(
  pid: number,
  binaries: PostgresBinaries,
  isGone: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    if (await isGone()) return;
    await sendSignal(pid, signal, binaries);
    if (await waitUntil(isGone, { waitMs, pollMs: LOOK_EVERY_MS })) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) did not end, not even when it was killed.`);
}

async function sendSignal(
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
  binaries: PostgresBinaries,
): Promise<void> {
  // Windows knows no signals; PostgreSQL's own tool brings its replacement for them.
  if (process.platform === 'win32' && signal !== 'SIGKILL') {
    const args = ['kill', signal.slice('SIG'.length), String(pid)];
    await runProgram({ file: binaries.pgCtl, args }, { waitMs: SIGNAL_SENT_WITHIN_MS });
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between; the caller's question finds that out.
  }
}
