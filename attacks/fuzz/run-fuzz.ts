import * as fc from 'fast-check';
import { type HttpAnswer, sendRequest } from '../../test/support/http-request.ts';
import type { Outcome, Plan } from '../support/attack.ts';
import { runAtOnce } from '../support/run-at-once.ts';
import type { Target } from '../support/target.ts';
import { makeKnown } from './known.ts';
import type { Operation } from './operations.ts';
import { type FuzzRequest, type Known, signedHeaders } from './requests.ts';
import { requestsOf } from './spoilt-requests.ts';

const AT_ONCE = 16;
const REQUESTS_PER_ROUND = 500;
const SHOWN_LENGTH_MAX = 400;

export interface Fuzz {
  readonly operations: readonly Operation[];
  /** Whether requests carry the sessions of people instead of credentials. */
  readonly signsIn: boolean;
  /** What is wrong with an answer; nothing when it is as promised. */
  readonly judge: (request: FuzzRequest, answer: HttpAnswer) => string | undefined;
}

/** Sends this many requests of all operations, valid and spoilt, several at a time, and has every answer judged. */
export async function runFuzz(target: Target, fuzz: Fuzz, { seed, tries }: Plan): Promise<Outcome> {
  const breaches: string[] = [];
  const statuses = new Map<number, number>();
  for (let made = 0; made < tries; made += REQUESTS_PER_ROUND) {
    const known = await makeKnown(target, fuzz.signsIn);
    const requests = fc.sample(
      fc.oneof(...fuzz.operations.map((operation) => requestsOf(operation, known))),
      {
        seed: seed + made,
        numRuns: Math.min(REQUESTS_PER_ROUND, tries - made),
      },
    );
    await runAtOnce(requests, AT_ONCE, async (request) => {
      const { status, problem } = await tryRequest(target, fuzz, request, known);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (problem !== undefined) breaches.push(`${problem}: ${describe(request)}`);
    });
  }
  return { tries, breaches, figure: describeStatuses(statuses) };
}

async function tryRequest(
  { url }: Target,
  { judge }: Fuzz,
  request: FuzzRequest,
  { foreignMark }: Known,
): Promise<{ status: number; problem: string | undefined }> {
  const { method, body } = request;
  try {
    const sent = { method, headers: signedHeaders(request), ...(body === undefined ? {} : { body }) };
    const answer = await sendRequest(url, addressOf(request), sent);
    const isForeign = answer.text.includes(foreignMark);
    return { status: answer.status, problem: isForeign ? 'shows another company' : judge(request, answer) };
  } catch (error) {
    return { status: 0, problem: `no answer: ${String(error)}` };
  }
}

export function addressOf({ path, query }: FuzzRequest): string {
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, value]));
  return query.length === 0 ? path : `${path}?${parameters.toString()}`;
}

function describe(request: FuzzRequest): string {
  const { method, headers, body } = request;
  return `${method} ${addressOf(request)} ${JSON.stringify({ headers, body })}`.slice(0, SHOWN_LENGTH_MAX);
}

function describeStatuses(statuses: ReadonlyMap<number, number>): string {
  const counts = [...statuses].toSorted(([one], [other]) => one - other);
  return counts.map(([status, count]) => `${count} × ${status}`).join(', ');
}
