import type { BenchDatabase } from './bench-database.ts';
import { median } from './percentile.ts';
import type { BenchOptions } from './options.ts';
import { cpuSecondsOfTree } from './process-account.ts';
import type { BenchRow } from './report.ts';

const ROUNDS = 3;

/** How one run went, with the CPU time of each operation. */
export interface Run {
  readonly perSecond: number;
  readonly nodeMicroseconds: number;
  readonly postgresMicroseconds: number;
}

/** Runs work that says how many operations it did in how many seconds, and reads the accounts around it. */
export async function measureRun(
  database: BenchDatabase,
  nodePids: readonly number[],
  work: () => Promise<{ readonly operations: number; readonly seconds: number }>,
): Promise<Run> {
  const nodeCpu = (): number => nodePids.reduce((sum, pid) => sum + cpuSecondsOfTree(pid), 0);
  const [nodeBefore, postgresBefore] = [nodeCpu(), cpuSecondsOfTree(database.serverPid)];
  const { operations, seconds } = await work();
  return {
    perSecond: operations / seconds,
    nodeMicroseconds: ((nodeCpu() - nodeBefore) / operations) * 1e6,
    postgresMicroseconds: ((cpuSecondsOfTree(database.serverPid) - postgresBefore) / operations) * 1e6,
  };
}

/** The same for work that is one operation after the other from its first moment to its last. */
export async function timeRun(
  database: BenchDatabase,
  nodePids: readonly number[],
  operations: number,
  work: () => Promise<void>,
): Promise<Run> {
  return measureRun(database, nodePids, async () => {
    const begunMs = performance.now();
    await work();
    return { operations, seconds: (performance.now() - begunMs) / 1000 };
  });
}

export interface Comparison {
  readonly ours: readonly Run[];
  readonly limit: readonly Run[];
}

/** Both in turn, so that they meet the same moments of the machine. The first round warms up and does not count. */
export async function compareInTurn(
  { quick }: BenchOptions,
  runOurs: () => Promise<Run>,
  runLimit: () => Promise<Run>,
): Promise<Comparison> {
  const ours: Run[] = [];
  const limit: Run[] = [];
  for (let round = 0; round <= (quick ? 1 : ROUNDS); round += 1) {
    limit.push(await runLimit());
    ours.push(await runOurs());
  }
  return { ours: ours.slice(1), limit: limit.slice(1) };
}

export function describeComparison(name: string, wanted: string, { ours, limit }: Comparison): BenchRow {
  return {
    name,
    perSecond: medianOf(ours, 'perSecond'),
    limitPerSecond: medianOf(limit, 'perSecond'),
    ratio: median(ours.map((run, round) => run.perSecond / (limit[round]?.perSecond ?? Number.NaN))),
    wanted,
    nodeMicroseconds: medianOf(ours, 'nodeMicroseconds'),
    postgresMicroseconds: medianOf(ours, 'postgresMicroseconds'),
  };
}

function medianOf(runs: readonly Run[], figure: keyof Run): number {
  return median(runs.map((run) => run[figure]));
}
