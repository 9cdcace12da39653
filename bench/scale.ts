import { Client } from 'undici';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { startBenchService } from './support/bench-service.ts';
import { percentile } from './support/percentile.ts';
import {
  createScaleCompany,
  fillScaleCompany,
  type ScaleCompany,
  rebuildTallies,
  withoutIndexes,
} from './support/scale-company.ts';
import { listKinds, type RequestKind } from './support/scale-requests.ts';

export const FEW = 10_000;
const OTHER_COMPANIES = 100;
const ALERTS_OF_OTHERS = 1000;
const WARM_UP = 60;
const REQUESTS = 2000;
const RATIO_MAX = 1.5;

/** Milliseconds of each request of a kind. */
type Times = ReadonlyMap<string, readonly number[]>;

/**
 * Every request of one company while it has ten thousand alerts and when it has ten million, among 100 others; and then
 * in turn with a twin of ten thousand in the same database, so that both meet the same moments of a busy machine.
 */
export async function benchScale(many: number): Promise<string> {
  const database = await startBenchDatabase();
  try {
    const companies: ScaleCompany[] = [];
    while (companies.length < OTHER_COMPANIES + 2) companies.push(await createScaleCompany(database.sql));
    const [company, twin, ...others] = companies as [ScaleCompany, ScaleCompany, ...ScaleCompany[]];
    for (const { companyId } of others)
      await fillScaleCompany(database.sql, companyId, { from: 0, to: ALERTS_OF_OTHERS });
    for (const { companyId } of [company, twin])
      await fillScaleCompany(database.sql, companyId, { from: 0, to: FEW });
    await rebuildTallies(database.sql);
    const withFew = await measure(database, [company]);
    console.log(`  measured with ${FEW.toLocaleString('en')}; filling to ${many.toLocaleString('en')} …`);
    await withoutIndexes(database.sql, () =>
      fillScaleCompany(database.sql, company.companyId, { from: FEW, to: many }),
    );
    console.log('  filled; tallying …');
    await rebuildTallies(database.sql);
    const [withMany, ofTwin] = await measure(database, [company, twin]);
    return render(many, withFew[0] ?? new Map(), withMany ?? new Map(), ofTwin ?? new Map());
  } finally {
    await database.stop();
  }
}

/** All kinds of requests of these companies, in turn, over one connection each to one service. */
async function measure(database: BenchDatabase, companies: readonly ScaleCompany[]): Promise<Times[]> {
  const service = await startBenchService(database);
  const client = new Client(service.url, { pipelining: 1 });
  try {
    const secret = database.environment['PROVIDER_A_SECRET'] ?? '';
    const kinds = await Promise.all(
      companies.map((company) => listKinds(database.sql, client, company, { count: REQUESTS, secret })),
    );
    const times = companies.map(() => new Map<string, number[]>());
    for (const position of (kinds[0] ?? []).keys()) {
      for (let turn = -WARM_UP; turn < REQUESTS; turn += 1) {
        for (const [of, list] of kinds.entries()) {
          const kind = list[position];
          if (kind === undefined) continue;
          const ms = await timeOf(client, kind);
          if (turn >= 0) times[of]?.getOrInsert(kind.name, []).push(ms);
        }
      }
    }
    return times;
  } finally {
    await client.close();
    await service.stop();
  }
}

async function timeOf(client: Client, { name, next }: RequestKind): Promise<number> {
  const request = next();
  const begun = performance.now();
  const { statusCode, body } = await client.request(request);
  const text = await body.text();
  const ms = performance.now() - begun;
  if (statusCode !== 200) throw new Error(`${name} was answered ${statusCode}: ${text}`);
  return ms;
}

function render(many: number, few: Times, full: Times, twin: Times): string {
  const lines = [...full.keys()].map((name) => {
    const [before = [], after = [], beside = []] = [few, full, twin].map((times) => times.get(name));
    const ratio = percentile(after, 0.99) / percentile(before, 0.99);
    const ratioBeside = percentile(after, 0.99) / percentile(beside, 0.99);
    const figures = [
      percentile(before, 0.5),
      percentile(after, 0.5),
      percentile(before, 0.99),
      percentile(after, 0.99),
      ratio,
      percentile(beside, 0.99),
      ratioBeside,
    ];
    return `| ${[name, ...figures.map((figure) => figure.toFixed(2))].join(' | ')} |`;
  });
  const [a, b] = [FEW.toLocaleString('en'), many.toLocaleString('en')];
  return [
    `| Request (ms) | p50 at ${a} | p50 at ${b} | p99 at ${a} | p99 at ${b} | ratio, wanted ≤ ${RATIO_MAX} | p99 of a twin with ${a}, in turn | ratio to it |`,
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
