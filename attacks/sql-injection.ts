import * as fc from 'fast-check';
import { sendRequest } from '../test/support/http-request.ts';
import { readDashboard } from './fuzz/dashboard-operations.ts';
import { makeKnown } from './fuzz/known.ts';
import { type Operation, readApi } from './fuzz/operations.ts';
import { type FuzzRequest, type Known, signedHeaders, soundRequests } from './fuzz/requests.ts';
import { addressOf } from './fuzz/run-fuzz.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import { runAtOnce } from './support/run-at-once.ts';
import type { Target } from './support/target.ts';

const AT_ONCE = 4;
const SLEEP_SECONDS = 20;

/** Ends of literals, comments, second statements, wildcards, casts and a pause that would be noticed. */
const CORPUS = [
  "'",
  "''",
  "\\'",
  '"',
  '`',
  "' or '1'='1",
  "' or 1=1 --",
  "') or ('a'='a",
  '1; drop table alerts; --',
  "'; delete from audit_log; --",
  "'; update companies set name = 'injected'; --",
  "' union select null, secret_sha256 from credentials --",
  `'; select pg_sleep(${SLEEP_SECONDS}); --`,
  `' || (select pg_sleep(${SLEEP_SECONDS})) || '`,
  `1 and 1 = (select 1 from pg_sleep(${SLEEP_SECONDS}))`,
  '$$; drop table alerts; $$',
  "E'\\x27 or 1=1",
  '%',
  '_',
  '%%%',
  '\\',
  '/*',
  '--',
  '$1',
  '${companyId}',
  ':1',
  "'::uuid",
  '{}',
  '[{"a":1}]',
  'jsonb_path_exists',
];

/** Each text in every query parameter, path and body field of API and dashboard that takes text. */
export const sqlInjection: Attack = {
  defence: 'taken as text: no 5xx, no pause, no row and no table changed that the request does not name',
  tries: 10_000,
  run: inject,
};

async function inject(target: Target, { seed, tries }: Plan): Promise<Outcome> {
  const known = await makeKnown(target, true);
  const operations = [...(await readApi(target.url)).operations, ...(await readDashboard())];
  const injected = operations.flatMap((operation) => injectInto(operation, known, seed));
  const chosen = fc.sample(fc.constantFrom(...injected), { seed, numRuns: Math.min(tries, injected.length) });
  const requests = tries < injected.length ? chosen : injected;
  const before = await describeDatabase(target);
  const breaches: string[] = [];
  await runAtOnce(requests, AT_ONCE, async (request) => {
    const problem = await tryRequest(target, request, known);
    if (problem !== undefined)
      breaches.push(`${problem}: ${request.method} ${addressOf(request)} ${request.body ?? ''}`);
  });
  const after = await describeDatabase(target);
  if (after !== before) breaches.push(`the database changed from ${before} to ${after}`);
  return { tries: requests.length, breaches, figure: `${CORPUS.length} texts, ${operations.length} routes` };
}

/** A valid request in which one text replaces each value in turn. */
function injectInto(operation: Operation, known: Known, seed: number): FuzzRequest[] {
  const [sound] = fc.sample(soundRequests(operation, known), { seed, numRuns: 1 });
  if (sound === undefined) return [];
  const fields = Object.keys(operation.body?.properties ?? {});
  const body = JSON.parse(sound.body?.startsWith('{') ? sound.body : '{}') as Record<string, unknown>;
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  return CORPUS.flatMap((text): FuzzRequest[] => {
    const queries = inQuery.map(({ name }) => ({ query: [[name, text] as const] }));
    const bodies = fields.map((name) => ({ body: JSON.stringify({ ...body, [name]: text }) }));
    const paths = { path: operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(text)) };
    return [queries, bodies, paths].flat().map((change) => Object.assign({}, sound, change));
  });
}

async function tryRequest({ url }: Target, request: FuzzRequest, known: Known): Promise<string | undefined> {
  const { method, body } = request;
  const startedMs = performance.now();
  const sent = { method, headers: signedHeaders(request), ...(body === undefined ? {} : { body }) };
  const { status, text } = await sendRequest(url, addressOf(request), sent);
  if (status >= 500) return `answered ${status}`;
  if (performance.now() - startedMs > (SLEEP_SECONDS * 1000) / 2) return 'paused';
  return text.includes(known.foreignMark) ? 'shows another company' : undefined;
}

/** What no request of this attack may change: the tables, the companies, and the stranger's alerts. */
async function describeDatabase({ sql, stranger }: Target): Promise<string> {
  const [tables] = await sql`
    select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'i')
      and relname !~ '_[0-9]{8}'`;
  const [companies] =
    await sql`select md5(string_agg(name, ',' order by id)) from companies where id = ${stranger.companyId}`;
  const [alerts] = await sql`
    select count(*)::int, count(*) filter (where status = 'pending')::int as pending from alerts
    where company_id = ${stranger.companyId}`;
  return JSON.stringify([tables, companies, alerts]);
}
