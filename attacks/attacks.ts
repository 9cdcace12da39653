import { canaries } from './canaries.ts';
import { credentialTiming } from './credential-timing.ts';
import { fuzzApi } from './fuzz-api.ts';
import { fuzzDashboard } from './fuzz-dashboard.ts';
import { hostileFiles } from './hostile-files.ts';
import { openConnections } from './open-connections.ts';
import { regexps } from './regexps.ts';
import { slowRequests } from './slow-requests.ts';
import { smuggling } from './smuggling.ts';
import { sqlInjection } from './sql-injection.ts';
import type { Attack } from './support/attack.ts';

/** Every attack by its name, in the order in which they run. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'fuzz-api': fuzzApi,
  'fuzz-dashboard': fuzzDashboard,
  'sql-injection': sqlInjection,
  'hostile-files': hostileFiles,
  canaries,
  'credential-timing': credentialTiming,
  regexps,
  smuggling,
  'slow-requests': slowRequests,
  'open-connections': openConnections,
};
