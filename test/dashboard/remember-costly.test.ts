import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createRememberCostly } from '../../src/backoffice/alerts/remember-costly.ts';

const COSTLY_MS = 80;

/** Counts how often it is read; each read takes this long. */
function createFigure(costMs: number) {
  const figure = { reads: 0 };
  const read = async (): Promise<number> => {
    figure.reads += 1;
    const value = figure.reads;
    if (costMs > 0) await pause(costMs);
    return value;
  };
  return { figure, read };
}

async function fail(): Promise<number> {
  await pause(COSTLY_MS);
  throw new Error('no figures');
}

describe('figures that may be costly', () => {
  test('what is cheap is read each time', async () => {
    const remember = createRememberCostly();
    const { read } = createFigure(0);
    expect([await remember('a', read), await remember('a', read)]).toEqual([1, 2]);
  });

  test('what was costly is good for a while, for its own key alone', async () => {
    const remember = createRememberCostly();
    const { read } = createFigure(COSTLY_MS);
    expect([await remember('a', read), await remember('a', read), await remember('b', read)]).toEqual([
      1, 1, 2,
    ]);
  });

  test('those who ask at the same time share one read', async () => {
    const remember = createRememberCostly();
    const { figure, read } = createFigure(COSTLY_MS);
    expect(await Promise.all([1, 2, 3].map(() => remember('a', read)))).toEqual([1, 1, 1]);
    expect(figure.reads).toBe(1);
  });

  test('a failure is told to all who asked and not remembered', async () => {
    const remember = createRememberCostly();
    const asked = await Promise.allSettled([remember('a', fail), remember('a', fail)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await remember('a', createFigure(0).read)).toBe(1);
  });
});
