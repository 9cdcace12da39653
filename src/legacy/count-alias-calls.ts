import type { FastifyBaseLogger } from 'fastify';
import { type Gatherer, startGathering } from '../loops/gather.ts';
import { addLegacyCalls, type LegacyCalls } from '../store/companies/legacy-calls.ts';
import type { Sql } from '../store/connect.ts';

const FLUSH_EVERY_MS = 1000;

/** Counts who still calls the aliases (D21), added up for a second. */
export function startAliasCallCounter(sql: Sql, log: FastifyBaseLogger): Gatherer<LegacyCalls> {
  return startGathering<LegacyCalls>({
    everyMs: FLUSH_EVERY_MS,
    keyOf: ({ clientId, alias }) => `${clientId} ${alias}`,
    merge: (counted, more) => ({ ...more, calls: counted.calls + more.calls }),
    write: (counted) => addLegacyCalls(sql, counted),
    onFailure: (error) => log.warn({ err: error }, 'counts of legacy calls are kept for the next try'),
  });
}
