import { setTimeout as pause } from 'node:timers/promises';
import { sendRequest } from '../../test/support/http-request.ts';
import type { Target } from './target.ts';

const PAUSE_MS = 20;

export interface HonestClient {
  /** Stops asking; tells what was refused and how long the answers took. */
  stop(): Promise<HonestReport>;
}

export interface HonestReport {
  readonly requests: number;
  readonly problems: readonly string[];
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Somebody who goes on using the service while it is under attack, over a new connection each time. */
export function startHonestClient({ url, company }: Target): HonestClient {
  const tookMs: number[] = [];
  const problems: string[] = [];
  const state = { isOver: false };
  async function ask(): Promise<void> {
    const startedMs = performance.now();
    const headers = { authorization: company.authorization, connection: 'close' };
    try {
      const { status } = await sendRequest(url, '/api/v1/chargeback-alert/alerts', { headers });
      if (status !== 200) problems.push(`an honest client was answered ${status}`);
    } catch (error) {
      problems.push(`an honest client was not answered: ${String(error)}`);
    }
    tookMs.push(performance.now() - startedMs);
  }
  const asking = (async () => {
    while (!state.isOver) {
      await ask();
      await pause(PAUSE_MS);
    }
  })();
  return {
    stop: async () => {
      state.isOver = true;
      await asking;
      const sorted = tookMs.toSorted((one, other) => one - other);
      const at = (part: number): number => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
      return { requests: sorted.length, problems, p50Ms: at(0.5), p99Ms: at(0.99) };
    },
  };
}

export function describeReport({ requests, p50Ms, p99Ms }: HonestReport): string {
  return `${requests} honest requests beside it all answered, p50 ${p50Ms} ms, p99 ${p99Ms} ms`;
}
