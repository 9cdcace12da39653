import * as fc from 'fast-check';

/** As long as the head of a request or the kept part of an answer may be. */
const PUMPED_LENGTH = 16_384;
const PUMPS = [
  'a',
  '0',
  '4',
  ' ',
  '\t',
  '\n',
  '-',
  '.',
  '/',
  ',',
  ';',
  ':',
  '=',
  '"',
  '\\',
  '%',
  '_',
  '0 ',
  '4-',
  'a,',
  '""',
  '4111 ',
];
const ENDS = ['', '\0', '!'];

/** Long texts that lead a careless expression into trying the same over and over. */
export function pumpTexts(expression: RegExp, seed: number, tries: number): string[] {
  const plain = PUMPS.map((pump) => `${pump.repeat(PUMPED_LENGTH / pump.length)}\0`);
  const sampled = sampleMatches(expression, seed, tries).map(({ text, from, to, end }) => {
    const pump = text.slice(from, to) || text || 'a';
    return text.slice(0, from) + pump.repeat(Math.ceil(PUMPED_LENGTH / pump.length)) + end;
  });
  return [...plain, ...sampled];
}

/** Texts that match, with a part of each to repeat. What cannot be sampled is left to the plain ones. */
function sampleMatches(expression: RegExp, seed: number, tries: number) {
  const position = fc.nat({ max: 20 });
  const samples = (texts: fc.Arbitrary<string>) =>
    fc.sample(fc.tuple(texts, position, position, fc.constantFrom(...ENDS)), { seed, numRuns: tries });
  try {
    return samples(fc.stringMatching(expression)).map(([text, one, other, end]) => ({
      text,
      from: Math.min(one, other),
      to: Math.max(one, other) + 1,
      end,
    }));
  } catch {
    return [];
  }
}
