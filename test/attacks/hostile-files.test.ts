import { expect, test } from 'vitest';
import { hostileFiles } from '../../attacks/hostile-files.ts';
import { ATTACK_WITHIN_MS, useTarget } from '../support/use-target.ts';

const target = useTarget();

test(
  'files that are no CSV are refused with a reason, over connections that stay of use',
  async () => {
    const { breaches } = await hostileFiles.run(target, { seed: 1, tries: 16 });
    expect(breaches).toEqual([]);
  },
  ATTACK_WITHIN_MS,
);
