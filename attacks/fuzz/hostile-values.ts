import * as fc from 'fast-check';

const LONG = 5000;

/** Text that has broken programs before: ends of strings, paths, queries, markup, numbers, and of Unicode itself. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  '\u202e\u2066',
  'İıſK',
  '😀'.repeat(128),
  'x'.repeat(LONG),
  "'; drop table alerts; --",
  "' or '1'='1",
  '\\',
  '%',
  '_',
  '%00',
  '%ff',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9223372036854775808',
  '0x10',
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  '2026-11-01T00:00:00Z',
  '4111111111111111',
  '00000000-0000-0000-0000-000000000000',
  '\r\nx-injected: 1',
];

const hostileNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

/** Any JSON value, and more often one that is meant to hurt. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...hostileNumbers, null, true, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
  // Deep enough for a reader that calls itself.
  fc.constantFrom(nest(200), nest(5000)),
  fc.constant(JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}')),
);

function nest(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
