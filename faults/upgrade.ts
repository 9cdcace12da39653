import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../src/store/migrate.ts';
import { startDatabaseServer } from './support/database-server.ts';
import { unpackEarlierVersion } from './support/earlier-version.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { atLeast, type FaultRow, noneOf } from './support/report.ts';
import { startTwoOfEach } from './support/two-of-each.ts';
import { underLoad } from './support/under-load.ts';

const ALERTS_EVERY_MS = 60;
/** The version before on the schema of this one, while nobody hurries. */
const SIDE_BY_SIDE_MS = 5000;

/**
 * The version from before the latest migration at work; the database is migrated under it, it goes on for a while, and
 * its processes are replaced by this version's one after the other.
 */
export async function faultUpgrade({ seed }: FaultOptions): Promise<FaultRow[]> {
  const earlier = await unpackEarlierVersion();
  try {
    const { struck, kept, ledger } = await underLoad(
      {
        seed,
        database: await startDatabaseServer(),
        migrate: earlier.migrate,
        start: (config) => startTwoOfEach(config, { program: earlier.program }),
        alertsEveryMs: ALERTS_EVERY_MS,
      },
      async ({ sql }, service) => {
        await pause(SIDE_BY_SIDE_MS);
        const migrations = await migrate(sql);
        await pause(SIDE_BY_SIDE_MS);
        await service.restartInTurn({});
        return { migrations: migrations.length, replaced: service.parts };
      },
    );
    return [
      atLeast('migrations run under the version before', struck.migrations, 1),
      atLeast('processes replaced by this version under load', struck.replaced, 4),
      atLeast('requests', ledger.requests, 1),
      noneOf('of them failed', ledger.failures),
      ...kept,
    ];
  } finally {
    await earlier.remove();
  }
}
