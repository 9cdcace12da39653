import type { buildConnector } from 'undici';
import { OriginPool } from './origin-pool.ts';

export interface OriginPools {
  take(origin: string, lane?: string): OriginPool;
  close(): Promise<void>;
}

/**
 * One pool for each lane, and one for each origin outside of lanes. It stands in for undici's agent, which at its limit
 * refuses new origins, so that many customers together would lock out the next one: here the one that was idle the longest
 * makes room. More than `poolsMax` are kept only while all of them are busy.
 */
export function createOriginPools(connect: buildConnector.connector, poolsMax: number): OriginPools {
  const pools = new Map<string, OriginPool>();
  /** Retired while something was under way. */
  const leaving = new Set<Promise<void>>();
  let takes = 0;

  /** Looks at all of them, which is little beside opening a connection and leaves nothing to do for each request. */
  function retireIdlePool(): void {
    let retired: [string, OriginPool] | undefined;
    for (const entry of pools) {
      const [, pool] = entry;
      if (pool.isIdle && pool.lastTake < (retired?.[1].lastTake ?? Number.POSITIVE_INFINITY)) retired = entry;
    }
    if (retired !== undefined) retire(...retired);
  }

  function retire(key: string, pool: OriginPool): void {
    pools.delete(key);
    const left = pool.close().finally(() => leaving.delete(left));
    leaving.add(left);
  }

  function addPool(key: string, origin: string): OriginPool {
    const former = pools.get(key);
    if (former !== undefined) retire(key, former);
    if (pools.size >= poolsMax) retireIdlePool();
    const pool = new OriginPool(origin, connect);
    pools.set(key, pool);
    return pool;
  }

  return {
    take: (origin, lane) => {
      const key = lane ?? origin;
      const known = pools.get(key);
      const pool = known?.origin === origin ? known : addPool(key, origin);
      takes += 1;
      pool.lastTake = takes;
      return pool;
    },
    close: async () => {
      const closing = [...pools.values()].map((pool) => pool.close());
      pools.clear();
      await Promise.all([...closing, ...leaving]);
    },
  };
}
