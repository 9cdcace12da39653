import { expect, test } from 'vitest';
import { regexps } from '../../attacks/regexps.ts';
import { collectRegExps } from '../../attacks/regexps/collect-regexps.ts';
import { pumpTexts } from '../../attacks/regexps/pump-texts.ts';
import { ATTACK_WITHIN_MS } from '../support/use-target.ts';

test(
  'no regular expression of service or pages can be kept busy',
  async () => {
    const { breaches } = await regexps.run(undefined as never, { seed: 1, tries: 200 });
    expect(breaches).toEqual([]);
  },
  ATTACK_WITHIN_MS,
);

test('all of them are found: literals of both, and patterns of schemas', async () => {
  const places = (await collectRegExps()).map(({ where }) => where);
  for (const place of ['src/rules/card-number.ts', 'dashboard/src/app/pages.ts', 'a schema']) {
    expect(places).toContain(place);
  }
});

test('the texts hurt an expression that can be read in two ways', () => {
  const careless = /^(?:\d+)*$/;
  const zeros = pumpTexts(careless, 1, 10).find((text) => text.startsWith('00')) ?? '';
  const before = process.cpuUsage();
  careless.test(`${zeros.slice(0, 22)}!`);
  expect(process.cpuUsage(before).user).toBeGreaterThan(5000);
});
