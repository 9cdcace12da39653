import type { buildConnector } from 'undici';
import { OriginPool } from './origin-pool.ts';

export interface OriginPools {
  take(origin: string, lane: string): OriginPool;
  close(): Promise<void>;
}

/**
 * One pool for each origin and lane, the least recently used first. It stands in for undici's agent, which at its limit
 * refuses new origins, so that many customers together would lock out the next one. More than `originsMax` are kept
 * only while all of them are busy.
 */
export function createOriginPools(connect: buildConnector.connector, originsMax: number): OriginPools {
  const pools = new Map<string, OriginPool>();

  function retireIdlePool(): void {
    for (const [key, pool] of pools) {
      if (!pool.isIdle) continue;
      pools.delete(key);
      void pool.close();
      return;
    }
  }

  return {
    take: (origin, lane) => {
      const key = `${lane} ${origin}`;
      let pool = pools.get(key);
      if (pool === undefined) {
        if (pools.size >= originsMax) retireIdlePool();
        pool = new OriginPool(origin, connect);
      } else {
        pools.delete(key);
      }
      pools.set(key, pool);
      return pool;
    },
    close: async () => {
      const closing = [...pools.values()].map((pool) => pool.close());
      pools.clear();
      await Promise.all(closing);
    },
  };
}
