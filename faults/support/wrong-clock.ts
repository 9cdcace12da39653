import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOUR_MS } from '../../test/support/time.ts';

/** The library alone: the program of that name stays between us and the process, and outlives neither of the two in order. */
const LIBRARIES = '/usr/lib/*/faketime/libfaketimeMT.so.1';
const PRELOAD = fileURLToPath(new URL('../processes/shifted-date.ts', import.meta.url));

/** Makes a process's clock wrong: for all of it where libfaketime is installed, else for what JavaScript sees. */
export function wrongClock(hours: number): { readonly environment: Record<string, string> } {
  const [library] = globSync(LIBRARIES);
  const environment: Record<string, string> =
    library === undefined
      ? { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_SHIFT_MS: String(hours * HOUR_MS) }
      : { LD_PRELOAD: library, FAKETIME: `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h` };
  return { environment };
}
