import { describe, expect, test } from 'vitest';
import { QueueFullError } from '../../src/rules/queue-full-error.ts';
import { shareRuns, type SharingLimits } from '../../src/store/share-runs.ts';

const WIDE: SharingLimits = { itemsMax: 100, waitingMax: 1000, runsMax: 1 };

/** Runs that wait until the test lets them go on, so that it decides what arrives together. */
function sharedRuns(limits: SharingLimits = WIDE) {
  const runs: { items: readonly string[]; finish(): void; fail(error: Error): void }[] = [];
  const submit = shareRuns<string, string>(async (items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    runs.push({ items, finish: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    return promise;
  }, limits);
  return { runs, submit };
}

/** Lets everything that is ready to happen happen. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function unavailableError(): Error {
  return Object.assign(new Error('terminating connection'), { code: '57P01' });
}

describe('requests that arrive together share one transaction (design, chapter 7)', () => {
  test('the first starts at once, those that come while it runs go together in the next', async () => {
    const { runs, submit } = sharedRuns();
    const answers = [submit(['a']), submit(['b', 'c']), submit(['d'])];
    await settle();
    expect(runs.map(({ items }) => items)).toEqual([['a']]);
    runs[0]?.finish();
    await settle();
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd']]);
    runs[1]?.finish();
    expect(await Promise.all(answers)).toEqual([['a!'], ['b!', 'c!'], ['d!']]);
  });

  test('nobody is answered before the run that carries it has finished', async () => {
    const { runs, submit } = sharedRuns();
    const answered: string[] = [];
    const first = submit(['a']).then(() => answered.push('a'));
    const second = submit(['b']).then(() => answered.push('b'));
    runs[0]?.finish();
    await first;
    await settle();
    expect(answered).toEqual(['a']);
    runs[1]?.finish();
    await second;
    expect(answered).toEqual(['a', 'b']);
  });

  test('a run carries no more than itemsMax, and keeps the order of arrival', async () => {
    const { runs, submit } = sharedRuns({ ...WIDE, itemsMax: 3 });
    const answers = [submit(['a']), submit(['b', 'c']), submit(['d', 'e']), submit(['f'])];
    for (let run = 0; run < 3; run += 1) {
      await settle();
      runs[run]?.finish();
    }
    await Promise.all(answers);
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c'], ['d', 'e', 'f']]);
  });

  test('a submission larger than itemsMax goes by itself instead of waiting for ever', async () => {
    const { runs, submit } = sharedRuns({ ...WIDE, itemsMax: 2 });
    const answers = [submit(['a']), submit(['b', 'c', 'd']), submit(['e'])];
    for (let run = 0; run < 3; run += 1) {
      await settle();
      runs[run]?.finish();
    }
    await Promise.all(answers);
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  test('no more than runsMax run at the same time', async () => {
    const { runs, submit } = sharedRuns({ ...WIDE, itemsMax: 1, runsMax: 2 });
    const answers = ['a', 'b', 'c', 'd'].map((item) => submit([item]));
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]?.finish();
    await settle();
    expect(runs).toHaveLength(3);
    runs[0]?.finish();
    runs[2]?.finish();
    await settle();
    runs[3]?.finish();
    expect(await Promise.all(answers)).toEqual([['a!'], ['b!'], ['c!'], ['d!']]);
  });

  test('beyond waitingMax nothing is taken, and what ran makes room again', async () => {
    const { runs, submit } = sharedRuns({ ...WIDE, waitingMax: 2 });
    const taken = [submit(['a']), submit(['b', 'c'])];
    await expect(submit(['d'])).rejects.toBeInstanceOf(QueueFullError);
    runs[0]?.finish();
    await settle();
    const later = submit(['e']);
    runs[1]?.finish();
    await settle();
    runs[2]?.finish();
    expect(await Promise.all([...taken, later])).toEqual([['a!'], ['b!', 'c!'], ['e!']]);
    expect(runs.flatMap(({ items }) => items)).not.toContain('d');
  });
});

describe('one bad submission does not take its neighbours down', () => {
  test('each is tried by itself, and only the poisoned one fails', async () => {
    const tried: (readonly string[])[] = [];
    const submit = shareRuns<string, string>(async (items) => {
      tried.push(items);
      await settle();
      if (items.includes('poison')) throw new Error('bad value');
      return items.map((item) => `${item}!`);
    }, WIDE);
    const answers = await Promise.allSettled([
      submit(['first']),
      submit(['a', 'b']),
      submit(['poison', 'c']),
      submit(['d']),
    ]);
    expect(answers).toEqual([
      { status: 'fulfilled', value: ['first!'] },
      { status: 'fulfilled', value: ['a!', 'b!'] },
      { status: 'rejected', reason: new Error('bad value') },
      { status: 'fulfilled', value: ['d!'] },
    ]);
    expect(tried).toEqual([['first'], ['a', 'b', 'poison', 'c', 'd'], ['a', 'b'], ['poison', 'c'], ['d']]);
  });

  test.for([
    ['the database is unavailable, so that the outcome is unknown', unavailableError],
    ['the run finds no place, and would only wait for one again', () => new QueueFullError()],
  ] as const)('when %s, all are refused and none is tried again', async ([, failure]) => {
    const { runs, submit } = sharedRuns();
    const first = submit(['first']);
    const answers = Promise.allSettled([submit(['a']), submit(['b'])]);
    runs[0]?.finish();
    await first;
    await settle();
    runs[1]?.fail(failure());
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toHaveLength(2);
  });

  test('a failed run does not hold up those that wait behind it', async () => {
    const { runs, submit } = sharedRuns();
    const failed = submit(['a']);
    const next = submit(['b']);
    runs[0]?.fail(unavailableError());
    await expect(failed).rejects.toThrow('terminating connection');
    await settle();
    runs[1]?.finish();
    expect(await next).toEqual(['b!']);
  });
});
