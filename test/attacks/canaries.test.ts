import { expect, test } from 'vitest';
import { canaries } from '../../attacks/canaries.ts';
import { ATTACK_WITHIN_MS, useTarget } from '../support/use-target.ts';

const target = useTarget({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { work: true });

test(
  'card numbers and secrets that went in anywhere come out nowhere',
  async () => {
    const { breaches } = await canaries.run(target, { seed: 1, tries: 1 });
    expect(breaches).toEqual([]);
    // The search finds what is there: a descriptor is no secret.
    const rows = await target.sql`select t::text as row from merchant_enrollments t`;
    expect(JSON.stringify(rows)).toContain(target.company.descriptor);
  },
  ATTACK_WITHIN_MS,
);
