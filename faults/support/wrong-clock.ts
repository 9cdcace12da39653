import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOUR_MS } from '../../test/support/time.ts';
import type { PartOptions } from './service-part.ts';

const FAKETIME = '/usr/bin/faketime';
const PRELOAD = fileURLToPath(new URL('../processes/shifted-date.ts', import.meta.url));

/** A process whose clock is wrong: for the whole process where faketime is installed, else for what JavaScript sees. */
export function wrongClock(hours: number): PartOptions {
  const sign = hours < 0 ? '-' : '+';
  if (existsSync(FAKETIME)) return { launcher: [FAKETIME, '-f', `${sign}${Math.abs(hours)}h`] };
  return {
    environment: { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_SHIFT_MS: String(hours * HOUR_MS) },
  };
}
