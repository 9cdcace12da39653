import type { FastifyBaseLogger } from 'fastify';
import { type Gatherer, startGathering } from '../loops/gather.ts';
import { noteCredentialUses } from '../store/companies/credential-uses.ts';
import type { Sql } from '../store/connect.ts';

const FLUSH_EVERY_MS = 5000;

/** Remembers whose client ids called, to be written some seconds later: when a credential was last used is for people. */
export function startCredentialUses(sql: Sql, log: FastifyBaseLogger): Gatherer<string> {
  return startGathering<string>({
    everyMs: FLUSH_EVERY_MS,
    keyOf: (clientId) => clientId,
    merge: (clientId) => clientId,
    write: (clientIds) => noteCredentialUses(sql, clientIds),
    onFailure: (error) =>
      log.warn({ err: error }, 'when credentials were last used is noted with the next try'),
  });
}
