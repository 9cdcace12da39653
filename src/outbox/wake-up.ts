import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../store/connect.ts';
import { listenForOutboxWork, notifyOutboxWork } from '../store/outbox/outbox-notice.ts';

const NOTICE_EVERY_MS = 50;

/**
 * Tells workers that there is new work: at once in this process, and in the others by a notice that is sent after the
 * commit and gathers all that happened in a moment. A lost notice costs half a second, until the next sweep.
 */
export interface WakeUp {
  readonly signal: () => void;
  readonly onSignal: (wake: () => void) => void;
  readonly stop: () => Promise<void>;
}

export async function startWakeUp(sql: Sql, log: FastifyBaseLogger): Promise<WakeUp> {
  const sleepers: (() => void)[] = [];
  let noticeTimer: NodeJS.Timeout | undefined;
  const wakeAll = (): void => {
    for (const wake of sleepers) wake();
  };
  const unlisten = await listenForOutboxWork(sql, wakeAll);

  function sendNotice(): void {
    noticeTimer = undefined;
    notifyOutboxWork(sql).catch((error: unknown) =>
      log.warn({ err: error }, 'no notice of new work was sent'),
    );
  }

  return {
    signal: () => {
      wakeAll();
      noticeTimer ??= setTimeout(sendNotice, NOTICE_EVERY_MS);
    },
    onSignal: (wake) => void sleepers.push(wake),
    stop: async () => {
      clearTimeout(noticeTimer);
      await unlisten();
    },
  };
}
