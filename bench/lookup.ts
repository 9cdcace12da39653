import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { startBenchService } from './support/bench-service.ts';
import { Child } from './support/child.ts';
import {
  type Comparison,
  compareInTurn,
  describeComparison,
  measureRun,
  type Run,
} from './support/compare.ts';
import { answered, Load } from './support/load.ts';
import { amount, type BenchOptions } from './support/options.ts';
import type { BenchRow } from './support/report.ts';
import {
  createScaleCompany,
  fillScaleCompany,
  type ScaleCompany,
  rebuildTallies,
} from './support/scale-company.ts';
import { writeLists, writeReads } from './support/wire-requests.ts';

const COMPANIES = 10;
/** Long enough to be tallied, as the lists are that cost most. */
const ALERTS_EACH = 5000;
const PAGES_EACH = 10;
/** All there are: together five times what the service remembers, so that most are forgotten before their turn comes again. */
const ALL_PAGES_EACH = ALERTS_EACH / 20;
const READS_EACH = 100;
const CONNECTIONS = 64;
const SECONDS_EACH = 4;

type WriteRequests = (database: BenchDatabase, company: ScaleCompany) => Promise<string[]>;

/** First pages of 20 alerts, of several companies in turn; and pages that nobody has asked for lately. */
export async function benchList(options: BenchOptions): Promise<BenchRow[]> {
  const compare = (pagesEach: number): Promise<Comparison> =>
    compareLookups(options, async (_database, { authorization }) => writeLists(authorization, pagesEach));
  const name = 'List, 20 a page, warm, 64 connections, beside bare Fastify with the same bytes';
  return [
    describeComparison(name, '≥ 0.4', await compare(PAGES_EACH)),
    describeComparison(
      'The same, five times the pages that are remembered',
      '',
      await compare(ALL_PAGES_EACH),
    ),
  ];
}

export async function benchRead(options: BenchOptions): Promise<BenchRow[]> {
  const name = 'Read one, warm, 64 connections, beside bare Fastify with the same bytes';
  const compared = await compareLookups(options, async ({ sql }, { companyId, authorization }) => {
    const rows = await sql<{ id: string }[]>`
      select id from alerts where company_id = ${companyId} order by id limit ${READS_EACH}`;
    return writeReads(
      authorization,
      rows.map(({ id }) => id),
    );
  });
  return [describeComparison(name, '≥ 0.5', compared)];
}

async function compareLookups(options: BenchOptions, writeRequests: WriteRequests): Promise<Comparison> {
  const database = await startBenchDatabase();
  const service = await startBenchService(database);
  const bare = new Child('bench/processes/bare-api.ts', [], database.environment);
  const load = new Load();
  try {
    const ofEach: string[][] = [];
    for (const company of await createCompanies(database))
      ofEach.push(await writeRequests(database, company));
    const requests = takeInTurn(ofEach);
    const bodies = await readBodies(service.url, requests);
    const { port: barePort } = await bare.ask<{ port: number }>(bodies);
    const run = (port: number, pid: number): Promise<Run> =>
      measureRun(database, [pid], async () => {
        const order = { port, connections: CONNECTIONS, requests, seconds: amount(SECONDS_EACH, options) };
        const result = await load.run(order);
        return { operations: answered(result), seconds: result.seconds };
      });
    return await compareInTurn(
      options,
      () => run(service.port, service.pid),
      () => run(barePort, bare.pid),
    );
  } finally {
    await load.stop();
    await bare.stop();
    await service.stop();
    await database.stop();
  }
}

async function createCompanies({ sql }: BenchDatabase): Promise<ScaleCompany[]> {
  const companies: ScaleCompany[] = [];
  while (companies.length < COMPANIES) {
    const company = await createScaleCompany(sql);
    await fillScaleCompany(sql, company.companyId, { from: 0, to: ALERTS_EACH });
    companies.push(company);
  }
  await rebuildTallies(sql);
  return companies;
}

/** The first of each, then the second of each, and so on. */
function takeInTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, position) =>
    lists.flatMap((list) => list[position] ?? []),
  ).flat();
}

/** What the service answers to each request, by its path; pages of the same number are of the same length. */
async function readBodies(url: string, requests: readonly string[]): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {};
  for (const request of requests) {
    const [, path = ''] = request.split(' ', 2);
    const [, authorization = ''] = /authorization: (.*)/.exec(request) ?? [];
    const answer = await fetch(url + path, { headers: { authorization } });
    bodies[path] = await answer.text();
  }
  return bodies;
}
