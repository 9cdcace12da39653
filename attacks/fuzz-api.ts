import { judgeAnswer } from './fuzz/judge-answer.ts';
import { readApi } from './fuzz/operations.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';
import type { Attack } from './support/attack.ts';

/** Requests made from the service's own OpenAPI document, sound and spoilt; the document judges the answers. */
export const fuzzApi: Attack = {
  defence:
    'every answer is documented, fits its schema and names its request; none is 5xx or of another company',
  tries: 100_000,
  run: async (target, plan) => {
    const { operations, checkEnvelope } = await readApi(target.url);
    const judge: Parameters<typeof runFuzz>[1]['judge'] = (request, answer) =>
      judgeAnswer(request, answer, checkEnvelope);
    return runFuzz(target, { operations, signsIn: false, judge }, plan);
  },
};
