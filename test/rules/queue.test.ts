import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createQueue } from '../../src/http/queue.ts';
import { QueueFullError } from '../../src/rules/queue-full-error.ts';

/** Work that goes on until it is told to end. */
function createWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { run: () => promise, end: resolve };
}

describe('a queue', () => {
  test('runs a limited number at once and the others in the order they came', async () => {
    const { takeTurn } = createQueue({ runningMax: 1, waitingMax: 2 });
    const ended: string[] = [];
    const first = createWork();
    const turns = [
      takeTurn(first.run),
      ...['second', 'third'].map((name) => takeTurn(async () => void ended.push(name))),
    ];

    await pause(1);
    expect(ended).toEqual([]);
    first.end('first');
    await Promise.all(turns);

    expect(ended).toEqual(['second', 'third']);
  });

  test('refuses what finds too many waiting, says so, and takes the next when there is room', async () => {
    let refused = 0;
    const queue = createQueue({ runningMax: 1, waitingMax: 1 }, () => (refused += 1));
    const work = createWork();
    const turns = [queue.takeTurn(work.run), queue.takeTurn(work.run)];

    await expect(queue.takeTurn(work.run)).rejects.toBeInstanceOf(QueueFullError);
    expect(queue.refuseIfFull).toThrow(QueueFullError);
    expect(refused).toBe(2);

    work.end('done');
    expect(await Promise.all(turns)).toEqual(['done', 'done']);
    expect(queue.refuseIfFull).not.toThrow();
  });

  test('refuses who waited too long, and passes the place on, also after work that failed', async () => {
    const { takeTurn } = createQueue({ runningMax: 1, waitingMax: 5, waitMsMax: 20 });
    const failing = takeTurn(async () => {
      await pause(60);
      throw new Error('failed');
    });
    const late = takeTurn(async () => 'too late');

    await expect(failing).rejects.toThrow('failed');
    await expect(late).rejects.toBeInstanceOf(QueueFullError);
    expect(await takeTurn(async () => 'in time')).toBe('in time');
  });
});
