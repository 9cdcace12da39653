import { expect, test } from 'vitest';
import { openConnections } from '../../attacks/open-connections.ts';
import { ATTACK_WITHIN_MS, useTarget } from '../support/use-target.ts';

const target = useTarget();

test(
  'others are served while 1,000 connections stand open with half a request',
  async () => {
    const { breaches } = await openConnections.run(target, { seed: 1, tries: 1000 });
    expect(breaches).toEqual([]);
  },
  ATTACK_WITHIN_MS,
);
