import type { buildConnector } from 'undici';
import { OriginPool } from './origin-pool.ts';

export interface OriginPools {
  take(origin: string, lane: string): OriginPool;
  close(): Promise<void>;
}

/**
 * One pool for each origin and lane. It stands in for undici's agent, which at its limit refuses new origins, so that
 * many customers together would lock out the next one: here the one that was idle the longest makes room. More than
 * `originsMax` are kept only while all of them are busy.
 */
export function createOriginPools(connect: buildConnector.connector, originsMax: number): OriginPools {
  const pools = new Map<string, OriginPool>();
  let takes = 0;

  /** Looks at all of them, which is little beside opening a connection and leaves nothing to do for each request. */
  function retireIdlePool(): void {
    let retired: [string, OriginPool] | undefined;
    for (const entry of pools) {
      const [, pool] = entry;
      if (pool.isIdle && pool.lastTake < (retired?.[1].lastTake ?? Number.POSITIVE_INFINITY)) retired = entry;
    }
    if (retired === undefined) return;
    pools.delete(retired[0]);
    void retired[1].close();
  }

  function addPool(key: string, origin: string): OriginPool {
    if (pools.size >= originsMax) retireIdlePool();
    const pool = new OriginPool(origin, connect);
    pools.set(key, pool);
    return pool;
  }

  return {
    take: (origin, lane) => {
      const key = `${lane} ${origin}`;
      const pool = pools.get(key) ?? addPool(key, origin);
      takes += 1;
      pool.lastTake = takes;
      return pool;
    },
    close: async () => {
      const closing = [...pools.values()].map((pool) => pool.close());
      pools.clear();
      await Promise.all(closing);
    },
  };
}
