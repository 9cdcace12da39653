import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { longestStuck, measureRecovery } from './support/recovery.ts';
import { atLeast, type FaultRow } from './support/report.ts';
import { startApiAndWorker, underLoad } from './support/under-load.ts';

const run = promisify(execFile);
const DISK_MEGABYTES = 400;
const FULL_MS = 5000;
const ALERTS_EVERY_MS = 100;

/** The database's disk is full for a while, under load; PostgreSQL may even end over it, and is then started again. */
export async function faultDisk({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const disk = await mkdtemp(join(tmpdir(), 'chargeback-alerts-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=755`, 'tmpfs', disk]);
  const database = await startDatabaseServer({ directory: join(disk, 'postgres') });
  const recoveriesMs: number[] = [];
  const { kept, ledger } = await underLoad(
    { seed, database, start: startApiAndWorker, alertsEveryMs: ALERTS_EVERY_MS },
    async ({ sql }) => {
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await pause(FULL_MS);
        const filler = join(disk, 'filler');
        await writeFile(filler, Buffer.alloc(DISK_MEGABYTES * 1024 * 1024)).catch(() => {});
        await pause(FULL_MS);
        await rm(filler);
        await sql`select 1`.catch(async () => database.start());
        recoveriesMs.push(await measureRecovery(sql));
      }
    },
  );
  await run('umount', [disk]);
  return [
    atLeast('times that the disk was full', cycles, 1),
    atLeast('requests that had to be repeated', ledger.failures.length, 1),
    ...kept,
    longestStuck(recoveriesMs),
  ];
}
