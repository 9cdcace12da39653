import { QueueFullError } from '../rules/queue-full-error.ts';

/** Runs what it is given when its turn has come. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Queue {
  readonly takeTurn: TakeTurn;
  /** Refuses at once, before anything is done for a request that would find no place. */
  readonly refuseIfFull: () => void;
}

export interface QueueLimits {
  readonly runningMax: number;
  readonly waitingMax: number;
  /** A request that has waited longer is refused: its answer would come too late, and others get theirs in time. */
  readonly waitMsMax?: number | undefined;
}

/** Runs work a few at a time, in the order it came; what finds too many waiting is refused. */
export function createQueue(
  { runningMax, waitingMax, waitMsMax = Infinity }: QueueLimits,
  onRefused: () => void = () => {},
): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;

  function refuse(): never {
    onRefused();
    throw new QueueFullError();
  }

  function refuseIfFull(): void {
    if (running >= runningMax && waiting.length >= waitingMax) refuse();
  }

  async function waitForPlace(): Promise<void> {
    refuseIfFull();
    if (running < runningMax) running += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
  }

  /** The place is handed on, so that nobody who comes now gets in first. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    refuseIfFull,
    takeTurn: async (work) => {
      const cameAtMs = performance.now();
      await waitForPlace();
      try {
        if (performance.now() - cameAtMs > waitMsMax) refuse();
        return await work();
      } finally {
        leave();
      }
    },
  };
}
