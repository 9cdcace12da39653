import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { deleteWhatIsOld } from '../src/upkeep/run-retention.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { startBenchService } from './support/bench-service.ts';
import { percentile } from './support/percentile.ts';
import { cpuSecondsOfTree } from './support/process-account.ts';
import type { BenchRow } from './support/report.ts';
import {
  createScaleCompany,
  fillScaleCompany,
  type ScaleCompany,
  rebuildTallies,
} from './support/scale-company.ts';

const ALERTS = 60_000;
const DAY_MS = 86_400_000;
const MEASURED_MS = 15_000;

/** Deleting a company's old alerts while another company lists its own: how many go, and what the other one feels. */
export async function benchRetention(): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  const { sql } = database;
  try {
    const [shrinking, reading] = [await createScaleCompany(sql), await createScaleCompany(sql)];
    await fillScaleCompany(sql, shrinking.companyId, { from: 0, to: ALERTS });
    await fillScaleCompany(sql, reading.companyId, { from: 0, to: 10_000 });
    await rebuildTallies(sql);
    const service = await startBenchService(database);
    const before = await timeLists(service.url, reading, MEASURED_MS);
    const stopping = new AbortController();
    let deleted = 0;
    const cpuBefore = cpuSecondsOfTree(database.serverPid);
    const deleting = deleteWhatIsOld(
      sql,
      {
        terms: { retentionDays: 30, responseWindowMs: DAY_MS, followUpWindowMs: 6 * DAY_MS },
        log: pino({ level: 'silent' }),
        observe: (_kind, rows) => {
          deleted += rows;
        },
      },
      stopping.signal,
    );
    const meanwhile = await timeLists(service.url, reading, MEASURED_MS);
    stopping.abort();
    await deleting;
    const cpu = cpuSecondsOfTree(database.serverPid) - cpuBefore;
    await service.stop();
    return [
      {
        name: 'Alerts deleted for their age; p99 of a list meanwhile, beside before',
        perSecond: deleted / (MEASURED_MS / 1000),
        ratio: meanwhile / before,
        wanted: '≤ 1.5',
        postgresMicroseconds: (cpu / deleted) * 1e6,
      },
    ];
  } finally {
    await database.stop();
  }
}

/** The 99th percentile of one list after the other, 50 a second. */
async function timeLists(url: string, { authorization }: ScaleCompany, forMs: number): Promise<number> {
  const times: number[] = [];
  for (const endMs = performance.now() + forMs; performance.now() < endMs; await pause(20)) {
    const begunMs = performance.now();
    const answer = await fetch(`${url}/api/v1/chargeback-alert/alerts`, { headers: { authorization } });
    await answer.text();
    times.push(performance.now() - begunMs);
  }
  return percentile(times, 0.99);
}
