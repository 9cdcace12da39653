import { QueueFullError } from '../rules/queue-full-error.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

export interface SharingLimits {
  /** Items that one run may carry. */
  readonly itemsMax: number;
  /** Items that may wait for their turn before new ones are refused. */
  readonly waitingMax: number;
  /** Runs under way at the same time. */
  readonly runsMax: number;
}

interface Submission<Item, Result> {
  readonly items: readonly Item[];
  readonly resolve: (results: Result[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets requests that arrive together share one statement or transaction: the first starts at once, those that come while
 * it runs go together in the next. Each submission gets its own results after the run it was part of.
 */
export function shareRuns<Item, Result>(
  run: (items: readonly Item[]) => Promise<Result[]>,
  limits: SharingLimits,
): (items: readonly Item[]) => Promise<Result[]> {
  const waiting: Submission<Item, Result>[] = [];
  let waitingItems = 0;
  let runsUnderWay = 0;

  function startRuns(): void {
    while (runsUnderWay < limits.runsMax && waiting.length > 0) {
      runsUnderWay += 1;
      void runTogether(run, takeBatch()).finally(() => {
        runsUnderWay -= 1;
        startRuns();
      });
    }
  }

  function takeBatch(): Submission<Item, Result>[] {
    let batchItems = 0;
    let count = 0;
    for (const { items } of waiting) {
      if (count > 0 && batchItems + items.length > limits.itemsMax) break;
      batchItems += items.length;
      count += 1;
    }
    waitingItems -= batchItems;
    return waiting.splice(0, count);
  }

  return async (items) => {
    if (waitingItems + items.length > limits.waitingMax) throw new QueueFullError();
    const { promise, resolve, reject } = Promise.withResolvers<Result[]>();
    waiting.push({ items, resolve, reject });
    waitingItems += items.length;
    startRuns();
    return promise;
  };
}

async function runTogether<Item, Result>(
  run: (items: readonly Item[]) => Promise<Result[]>,
  batch: readonly Submission<Item, Result>[],
): Promise<void> {
  try {
    const results = await run(batch.flatMap(({ items }) => items));
    let from = 0;
    for (const { items, resolve } of batch) {
      resolve(results.slice(from, from + items.length));
      from += items.length;
    }
  } catch (error) {
    await runApart(run, batch, error);
  }
}

/** One submission that the database refuses must not take its neighbours down: each is tried by itself. */
async function runApart<Item, Result>(
  run: (items: readonly Item[]) => Promise<Result[]>,
  batch: readonly Submission<Item, Result>[],
  error: unknown,
): Promise<void> {
  const concernsAll = isDatabaseUnavailable(error) || error instanceof QueueFullError;
  if (batch.length === 1 || concernsAll) {
    for (const { reject } of batch) reject(error);
    return;
  }
  for (const { items, resolve, reject } of batch) {
    await run(items).then(resolve, reject);
  }
}
