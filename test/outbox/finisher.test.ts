import { describe, expect, test } from 'vitest';
import { createFinisher } from '../../src/outbox/finisher.ts';
import { waitFor } from '../support/wait-for.ts';

/** A finisher whose writes the test ends itself, one by one. */
function heldFinisher() {
  const giveUp = new AbortController();
  const errors: unknown[] = [];
  const writes: { batch: readonly number[]; atMs: number; succeed(): void; fail(error: Error): void }[] = [];
  const finisher = createFinisher<number>(
    (batch) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      writes.push({ batch, atMs: performance.now(), succeed: resolve, fail: reject });
      return promise;
    },
    (error) => errors.push(error),
    giveUp.signal,
  );
  const done = new Set<string>();
  return {
    giveUp,
    errors,
    writes,
    done,
    record: (name: string, ...items: number[]) => finisher.record(items, () => done.add(name)),
    /** The write with this number, once it has begun. */
    write: (count: number) => waitFor(`write ${count}`, () => writes[count - 1]),
    batches: () => writes.map(({ batch }) => batch),
  };
}

/** As long as a finisher that is free takes to gather and write, several times over. */
async function letOthersFinish(): Promise<void> {
  const free = createFinisher<number>(
    async () => {},
    () => {},
    new AbortController().signal,
  );
  for (let time = 0; time < 5; time += 1) {
    await new Promise((resolve) => free.record([time], resolve));
  }
}

/** What the driver reports when the database cannot be reached. */
function unavailable(message: string): Error {
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, position) => position);
}

describe('outcomes are recorded in batches', () => {
  test('what comes within a moment goes together, in order, and is done only once it is written', async () => {
    const { write, done, record, batches } = heldFinisher();
    record('one', 1);
    record('two', 2, 3);
    record('three', 4);
    const first = await write(1);
    await letOthersFinish();
    expect(batches()).toEqual([[1, 2, 3, 4]]);
    expect(done.size).toBe(0);
    first.succeed();
    await waitFor('all to be done', () => done.size === 3);
  });

  test('what comes during a write goes with the next, never beside it', async () => {
    const { write, done, record, batches } = heldFinisher();
    record('one', 1);
    const first = await write(1);
    record('two', 2);
    record('three', 3);
    await letOthersFinish();
    expect(batches()).toEqual([[1]]);
    first.succeed();
    const second = await write(2);
    expect(done).toEqual(new Set(['one']));
    expect(batches()).toEqual([[1], [2, 3]]);
    second.succeed();
    await waitFor('all to be done', () => done.size === 3);
  });

  test('a batch has at most 500; the rest follows, and nobody is done before all of them are', async () => {
    const { write, done, record, batches } = heldFinisher();
    record('all', ...numbers(1050));
    for (const count of [1, 2, 3]) {
      const next = await write(count);
      await letOthersFinish();
      expect([batches().length, done.size]).toEqual([count, 0]);
      next.succeed();
    }
    await waitFor('all to be done', () => done.size === 1);
    expect(batches().map(({ length }) => length)).toEqual([500, 500, 50]);
    expect(batches().flat()).toEqual(numbers(1050));
  });
});

describe('promise 5: what was carried out is not forgotten when the database fails', () => {
  test('the same batch is written again until it succeeds, with a pause, and each failure is told', async () => {
    const { write, writes, done, errors, record, batches } = heldFinisher();
    record('one', 1, 2);
    for (const count of [1, 2, 3, 4]) {
      (await write(count)).fail(unavailable(`failure ${count}`));
      await letOthersFinish();
      expect(done.size).toBe(0);
    }
    (await write(5)).succeed();
    await waitFor('it to be done', () => done.size === 1);
    expect(errors).toEqual([1, 2, 3, 4].map((count) => unavailable(`failure ${count}`)));
    expect(batches()).toEqual(numbers(5).map(() => [1, 2]));
    const pausesMs = writes.slice(1).map(({ atMs }, position) => atMs - (writes[position]?.atMs ?? 0));
    // Timers may fire a little early, never by much.
    for (const pauseMs of pausesMs) expect(pauseMs).toBeGreaterThan(200);
  });

  test('what comes while it fails waits its turn and is not lost', async () => {
    const { write, done, record, batches } = heldFinisher();
    record('one', 1);
    const first = await write(1);
    record('two', 2);
    first.fail(unavailable('down'));
    (await write(2)).succeed();
    (await write(3)).succeed();
    await waitFor('both to be done', () => done.size === 2);
    expect(batches()).toEqual([[1], [1], [2]]);
  });

  test('told to give up it ends at once, even in the middle of a pause', async () => {
    const { write, done, giveUp, record, batches } = heldFinisher();
    record('one', ...numbers(300));
    (await write(1)).fail(unavailable('down'));
    await letOthersFinish();
    giveUp.abort();
    await waitFor('it to end', () => done.size === 1);
    record('two', 1);
    await waitFor('the next to end as well', () => done.size === 2);
    expect(batches()).toHaveLength(1);
  });
});

test('one outcome that the database refuses for good keeps no other back, and is told apart', async () => {
  const written: number[] = [];
  const finisher = createFinisher<number>(
    async (batch) => {
      if (batch.includes(2)) throw new Error('refused for good');
      written.push(...batch);
    },
    () => {},
    new AbortController().signal,
  );
  const record = (item: number) => new Promise((resolve) => finisher.record([item], resolve));
  const recorded = await Promise.all([record(1), record(2), record(3)]);
  expect(recorded).toEqual([true, false, true]);
  expect(written).toEqual([1, 3]);
});
