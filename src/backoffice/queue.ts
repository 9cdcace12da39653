import { QueueFullError } from '../store/share-commits.ts';

/** Runs what it is given when its turn has come. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs work a few at a time, in the order it came; what finds too many waiting is refused. */
export function createQueue({
  runningMax,
  waitingMax,
}: {
  readonly runningMax: number;
  readonly waitingMax: number;
}): TakeTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < runningMax) running += 1;
    else if (waiting.length >= waitingMax) throw new QueueFullError();
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed on, so that nobody who comes now gets in first.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
