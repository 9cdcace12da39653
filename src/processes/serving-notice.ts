import cluster from 'node:cluster';

/** What a process tells its supervisor once it serves. */
export interface ServingNotice {
  readonly servingAt: string | null;
}

/** Whether this is one of several processes that a supervisor keeps. */
export function isKept(): boolean {
  return cluster.isWorker;
}

export function tellServing(url: string | undefined): void {
  process.send?.({ servingAt: url ?? null } satisfies ServingNotice);
}

export function isServingNotice(message: unknown): message is ServingNotice {
  return typeof message === 'object' && message !== null && 'servingAt' in message;
}
