import { fuzzApi } from './fuzz-api.ts';
import { openConnections } from './open-connections.ts';
import { slowRequests } from './slow-requests.ts';
import { smuggling } from './smuggling.ts';
import type { Attack } from './support/attack.ts';

/** Every attack by its name, in the order in which they run. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'fuzz-api': fuzzApi,
  smuggling,
  'slow-requests': slowRequests,
  'open-connections': openConnections,
};
