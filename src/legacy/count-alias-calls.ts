import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../store/connect.ts';
import { addLegacyCalls, type LegacyCalls } from '../store/legacy-calls.ts';
import type { CountAliasCall } from './alias.ts';

const FLUSH_EVERY_MS = 1000;

export interface AliasCallCounter {
  readonly countCall: CountAliasCall;
  stop(): Promise<void>;
}

/** Counts who still calls the aliases (D21). Counts are added up for a second, so that a call costs no write of its own. */
export function startAliasCallCounter(sql: Sql, log: FastifyBaseLogger): AliasCallCounter {
  let counted = new Map<string, LegacyCalls>();

  async function flush(): Promise<void> {
    if (counted.size === 0) return;
    const flushing = counted;
    counted = new Map();
    try {
      await addLegacyCalls(sql, [...flushing.values()]);
    } catch (error) {
      log.warn({ err: error }, 'calls of legacy aliases could not be counted; trying again');
      for (const calls of flushing.values()) add(calls);
    }
  }

  function add(more: LegacyCalls): void {
    const key = `${more.clientId} ${more.alias}`;
    counted.set(key, { ...more, calls: more.calls + (counted.get(key)?.calls ?? 0) });
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS);
  timer.unref();
  return {
    countCall: (call) => add({ ...call, calls: 1 }),
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
