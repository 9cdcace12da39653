import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../store/connect.ts';
import { noteCredentialUses } from '../store/credential-uses.ts';

const FLUSH_EVERY_MS = 5000;

export interface CredentialUses {
  /** Costs a request no more than adding to a set. */
  readonly noteUse: (clientId: string) => void;
  stop(): Promise<void>;
}

/** Gathers who called for some seconds and writes it in one statement: people who look at the last use need no more. */
export function startCredentialUses(sql: Sql, log: FastifyBaseLogger): CredentialUses {
  let used = new Set<string>();

  async function flush(): Promise<void> {
    if (used.size === 0) return;
    const flushing = used;
    used = new Set();
    try {
      await noteCredentialUses(sql, [...flushing]);
    } catch (error) {
      log.warn({ err: error }, 'the last use of credentials could not be noted; trying again');
      for (const clientId of flushing) used.add(clientId);
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS);
  timer.unref();
  return {
    noteUse: (clientId) => void used.add(clientId),
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
