import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where the built pages stand. */
export const BUILT_DASHBOARD = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));

/** Builds the pages when something they are made of has changed; otherwise it costs next to nothing. */
export function buildDashboard(): void {
  const script = fileURLToPath(new URL('../../scripts/build-dashboard.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] });
}
