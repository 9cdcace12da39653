import { startBenchDatabase } from './support/bench-database.ts';
import { startBenchService } from './support/bench-service.ts';
import { median } from './support/percentile.ts';
import type { BenchOptions } from './support/options.ts';
import type { BenchRow } from './support/report.ts';

const STARTS = 5;

/** From the command to the first answer that says ready, on a database that is migrated and with the compiled code kept. */
export async function benchStart({ quick }: BenchOptions): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  try {
    const seconds: number[] = [];
    for (let round = 0; round <= (quick ? 1 : STARTS); round += 1) {
      const begunMs = performance.now();
      const service = await startBenchService(database);
      seconds.push((performance.now() - begunMs) / 1000);
      await service.stop();
    }
    // The first one warms up.
    return [{ name: 'Start until ready, in seconds', ratio: median(seconds.slice(1)), wanted: '< 1.5' }];
  } finally {
    await database.stop();
  }
}
