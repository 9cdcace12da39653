import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { LiveTopic } from '../shapes/dashboard/live.ts';
import type { Sql } from '../store/connect.ts';
import { listenForLiveNotices, sendLiveNotices } from '../store/live-notices.ts';
import type { Live } from './live.ts';
import { readMessage, writeMessages, writeSignOfLife } from './live-message.ts';
import { Subscribers } from './subscribers.ts';

/** What is told within this time goes out together. */
const GATHER_MS = 200;
/** How often a process makes sure that it still hears notices, its own included. */
const LISTENING_CHECKED_EVERY_MS = 15_000;

export interface RunningLive extends Live {
  readonly stop: () => Promise<void>;
}

export interface LiveOptions {
  readonly checkEveryMs?: number | undefined;
}

/** Pages look again by themselves now and then, so a notice lost here makes them late, never wrong. */
export async function startLive(
  sql: Sql,
  log: FastifyBaseLogger,
  { checkEveryMs = LISTENING_CHECKED_EVERY_MS }: LiveOptions = {},
): Promise<RunningLive> {
  const live = new LiveFeed(sql, log);
  await live.listen();
  const timer = setInterval(() => void live.checkListening(), checkEveryMs);
  timer.unref();
  return {
    tell: (companyId, topic) => live.tell(companyId, topic),
    subscribe: (companyId, onChange) => live.subscribers.add(companyId, onChange),
    stop: async () => {
      clearInterval(timer);
      await live.stop();
    },
  };
}

class LiveFeed {
  readonly subscribers = new Subscribers();
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;
  readonly #ownName = randomUUID();
  readonly #told = new Map<LiveTopic, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #hasHeardItself = true;
  #isChecking = false;
  #isStopped = false;

  constructor(sql: Sql, log: FastifyBaseLogger) {
    this.#sql = sql;
    this.#log = log;
  }

  tell(companyId: string, topic: LiveTopic): void {
    const companyIds = this.#told.get(topic);
    if (companyIds === undefined) this.#told.set(topic, new Set([companyId]));
    else companyIds.add(companyId);
    this.#timer ??= setTimeout(() => this.#sendTold(), GATHER_MS);
  }

  /** Listens, again if it already did; the next check makes up for a failure. */
  async listen(): Promise<void> {
    await this.#stopListening?.().catch(() => {});
    this.#stopListening = undefined;
    try {
      this.#stopListening = await listenForLiveNotices(this.#sql, (text) => this.#hear(text));
      this.#hasHeardItself = true;
    } catch (error) {
      this.#hasHeardItself = false;
      this.#log.warn({ err: error }, 'listening for changes in other processes failed; trying again');
    }
  }

  /** A process that has not heard its own sign of life since the last check hears nobody. */
  async checkListening(): Promise<void> {
    if (this.#isChecking || this.#isStopped) return;
    this.#isChecking = true;
    if (!this.#hasHeardItself) {
      await this.listen();
      this.subscribers.tellEverything();
    }
    this.#hasHeardItself = false;
    await this.#send([writeSignOfLife(this.#ownName)]);
    this.#isChecking = false;
    // Stopped in between: what was opened meanwhile must not stay open.
    if (this.#isStopped) await this.#stopListening?.().catch(() => {});
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#stopListening?.().catch(() => {});
  }

  #sendTold(): void {
    this.#timer = undefined;
    const texts: string[] = [];
    for (const [topic, companyIds] of this.#told) {
      this.subscribers.tell(companyIds, topic);
      texts.push(...writeMessages(this.#ownName, topic, [...companyIds]));
    }
    this.#told.clear();
    void this.#send(texts);
  }

  async #send(texts: readonly string[]): Promise<void> {
    await sendLiveNotices(this.#sql, texts).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'other processes could not be notified of a change'),
    );
  }

  #hear(text: string): void {
    const message = readMessage(text);
    if (message === undefined) return;
    // Its own pages were told when the message was sent.
    if (message.from === this.#ownName) this.#hasHeardItself = true;
    else this.subscribers.tell(message.companyIds, message.topic);
  }
}
