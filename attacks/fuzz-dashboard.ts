import { Compile } from 'typebox/compile';
import { ErrorSchema } from '../src/shapes/errors.ts';
import type { HttpAnswer } from '../test/support/http-request.ts';
import { readDashboard } from './fuzz/dashboard-operations.ts';
import type { FuzzRequest } from './fuzz/requests.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';
import type { Attack } from './support/attack.ts';

const envelope = Compile(ErrorSchema);

/** Requests made from the schemas of the dashboard's routes, in every role, with ids of both companies. */
export const fuzzDashboard: Attack = {
  defence: 'every refusal is in the envelope and names its request; no answer is 5xx or of another company',
  tries: 20_000,
  run: async (target, plan) =>
    runFuzz(target, { operations: await readDashboard(), signsIn: true, judge }, plan),
};

function judge({ method }: FuzzRequest, { status, headers, text }: HttpAnswer): string | undefined {
  if (status >= 500) return `answered ${status}`;
  if (!/\S/.test(String(headers['x-request-id'] ?? ''))) return 'has no x-request-id';
  if (headers['x-content-type-options'] !== 'nosniff') return 'may be taken for a page';
  if (status < 400 || method === 'HEAD') return undefined;
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return 'is not JSON';
  return envelope.Check(JSON.parse(text)) ? undefined : 'is not in the envelope';
}
