import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { startLoad } from './support/load.ts';
import { Random } from './support/random.ts';
import { longestStuck, measureRecovery } from './support/recovery.ts';
import { atLeast, type FaultRow } from './support/report.ts';
import { ServicePart } from './support/service-part.ts';
import { openStand } from './support/stand.ts';
import { verify, waitUntilAllIsDone } from './support/verify.ts';

const run = promisify(execFile);
const DISK_MEGABYTES = 400;
const FULL_MS = 5000;
const ALERTS_EVERY_MS = 100;

/** The database's disk is full for a while, under load; PostgreSQL may even end over it, and is then started again. */
export async function faultDisk({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const disk = await mkdtemp(join(tmpdir(), 'chargeback-alerts-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=755`, 'tmpfs', disk]);
  const database = await startDatabaseServer(join(disk, 'postgres'));
  const stand = await openStand({ databaseUrl: database.url });
  const api = await ServicePart.start(stand.config, 'api');
  const worker = await ServicePart.start(stand.config, 'worker');
  const { company, ledger, sql } = stand;
  const load = startLoad({
    url: api.url,
    company,
    ledger,
    random: new Random(seed),
    everyMs: ALERTS_EVERY_MS,
  });
  const recoveriesMs: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    await pause(FULL_MS);
    const filler = join(disk, 'filler');
    await writeFile(filler, Buffer.alloc(DISK_MEGABYTES * 1024 * 1024)).catch(() => {});
    await pause(FULL_MS);
    await rm(filler);
    await sql`select 1`.catch(async () => database.start());
    recoveriesMs.push(await measureRecovery(sql));
  }
  await load.stop();
  await waitUntilAllIsDone(sql);
  const rows = await verify(sql, { ...stand, requests: stand.receiver.requests });
  await Promise.all([api.kill(), worker.kill()]);
  await stand.close();
  await database.discard();
  await run('umount', [disk]);
  return [
    atLeast('times that the disk was full', cycles, 1),
    atLeast('requests that had to be repeated', ledger.failures.length, 1),
    ...rows,
    longestStuck(recoveriesMs),
  ];
}
