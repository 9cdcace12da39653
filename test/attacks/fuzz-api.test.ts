import { expect, test } from 'vitest';
import { fuzzApi } from '../../attacks/fuzz-api.ts';
import { ATTACK_WITHIN_MS, useTarget } from '../support/use-target.ts';

const target = useTarget();

test(
  'requests made from the API reference, sound and spoilt, are all answered as it says',
  async () => {
    const { breaches, figure } = await fuzzApi.run(target, { seed: 20_261_115, tries: 1500 });
    expect(breaches).toEqual([]);
    // The sound ones got somewhere, and the spoilt ones were seen.
    for (const status of [200, 401, 404, 405, 422]) expect(figure).toContain(`× ${status}`);
  },
  ATTACK_WITHIN_MS,
);
