import * as fc from 'fast-check';
import { sendRequest } from '../test/support/http-request.ts';
import { alertMessage, deliverAlerts } from '../test/support/provider.ts';
import { judgeAnswer } from './fuzz/judge-answer.ts';
import { type Api, readApi } from './fuzz/operations.ts';
import { type FuzzRequest, type Known, signedHeaders } from './fuzz/requests.ts';
import { requestsOf } from './fuzz/spoilt-requests.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import { runAtOnce } from './support/run-at-once.ts';
import type { Target } from './support/target.ts';

const AT_ONCE = 16;
const REQUESTS_PER_ROUND = 500;
const KNOWN_ALERTS = 40;
const SHOWN_LENGTH_MAX = 400;

/** Requests made from the service's own OpenAPI document, sound and spoilt; the document judges the answers. */
export const fuzzApi: Attack = {
  defence: 'every answer is documented, fits its schema and names its request; none is 5xx',
  tries: 100_000,
  run: attackApi,
};

async function attackApi(target: Target, { seed, tries }: Plan): Promise<Outcome> {
  const api = await readApi(target.url);
  const breaches: string[] = [];
  const statuses = new Map<number, number>();
  for (let made = 0; made < tries; made += REQUESTS_PER_ROUND) {
    // Alerts that were answered refuse the next answer, so each round begins with fresh ones.
    const known = await receiveKnownAlerts(target);
    const requests = sampleRequests(api, known, {
      seed: seed + made,
      tries: Math.min(REQUESTS_PER_ROUND, tries - made),
    });
    await runAtOnce(requests, AT_ONCE, async (request) => {
      const { status, problem } = await tryRequest(target, api, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (problem !== undefined) breaches.push(`${problem}: ${describe(request)}`);
    });
  }
  return { tries, breaches, figure: describeStatuses(statuses) };
}

async function receiveKnownAlerts({ url, company }: Target): Promise<Known> {
  const messages = Array.from({ length: KNOWN_ALERTS / 2 }, () => alertMessage(company));
  const others = Array.from({ length: KNOWN_ALERTS / 2 }, () => alertMessage(company));
  const results = [
    ...(await deliverAlerts(url, 'provider_a_alerts', messages)),
    ...(await deliverAlerts(url, 'provider_b_rdr', others)),
  ];
  return {
    company,
    alertIds: results.map(({ id }) => id ?? ''),
    providerAlertIds: results.map((result) => result.alert_id ?? ''),
  };
}

function sampleRequests({ operations }: Api, known: Known, { seed, tries }: Plan): FuzzRequest[] {
  const anyRequest = fc.oneof(...operations.map((operation) => requestsOf(operation, known)));
  return fc.sample(anyRequest, { seed, numRuns: tries });
}

async function tryRequest(
  { url }: Target,
  { checkEnvelope }: Api,
  request: FuzzRequest,
): Promise<{ status: number; problem: string | undefined }> {
  const { method, body } = request;
  try {
    const sent = { method, headers: signedHeaders(request), ...(body === undefined ? {} : { body }) };
    const answer = await sendRequest(url, addressOf(request), sent);
    return { status: answer.status, problem: judgeAnswer(request, answer, checkEnvelope) };
  } catch (error) {
    return { status: 0, problem: `no answer: ${String(error)}` };
  }
}

function addressOf({ path, query }: FuzzRequest): string {
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, value]));
  return query.length === 0 ? path : `${path}?${parameters.toString()}`;
}

function describe(request: FuzzRequest): string {
  const { method, headers, body } = request;
  const shown = JSON.stringify({ headers, body });
  return `${method} ${addressOf(request)} ${shown}`.slice(0, SHOWN_LENGTH_MAX);
}

function describeStatuses(statuses: ReadonlyMap<number, number>): string {
  const counts = [...statuses].toSorted(([one], [other]) => one - other);
  return counts.map(([status, count]) => `${count} × ${status}`).join(', ');
}
