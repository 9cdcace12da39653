import { expect, test } from 'vitest';
import { smuggling } from '../../attacks/smuggling.ts';
import { ATTACK_WITHIN_MS, useTarget } from '../support/use-target.ts';

const target = useTarget();

test(
  'a request whose end can be read in two ways gets one refusal and ends the connection',
  async () => {
    const { breaches } = await smuggling.run(target, { seed: 1, tries: 60 });
    expect(breaches).toEqual([]);
  },
  ATTACK_WITHIN_MS,
);
