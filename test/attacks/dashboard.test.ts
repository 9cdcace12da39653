import { expect, test } from 'vitest';
import { fuzzDashboard } from '../../attacks/fuzz-dashboard.ts';
import { sqlInjection } from '../../attacks/sql-injection.ts';
import { ATTACK_WITHIN_MS, useTarget } from '../support/use-target.ts';

const target = useTarget({ WEBHOOK_ALLOW_PRIVATE: 'true' });

test(
  'SQL in any text of API and dashboard is taken as text',
  async () => {
    const { breaches } = await sqlInjection.run(target, { seed: 1, tries: 200 });
    expect(breaches).toEqual([]);
  },
  ATTACK_WITHIN_MS,
);

test(
  'requests made from the schemas of the dashboard, sound and spoilt, are all answered in order',
  async () => {
    const { breaches, figure } = await fuzzDashboard.run(target, { seed: 1, tries: 400 });
    expect(breaches).toEqual([]);
    for (const status of [200, 403, 404, 405, 422]) expect(figure).toContain(`× ${status}`);
    // The service ran in this very process: no key of a body has reached a prototype.
    expect('admin' in {}).toBe(false);
  },
  ATTACK_WITHIN_MS,
);
