import type { ServerResponse } from 'node:http';

const STREAMS_PER_USER_MAX = 10;
const STREAMS_MAX = 2000;
const HEARTBEAT_EVERY_MS = 20_000;
/** How long a browser waits before it opens a stream again. */
const RETRY_MS = 2000;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that gather what passes would hold events back.
  'x-accel-buffering': 'no',
};

export interface EventStream {
  /** Sends an event that says no more than its name. */
  readonly send: (event: string) => void;
  readonly end: () => void;
  readonly whenEnded: (clean: () => void) => void;
}

/** The open streams of this process: bounded, kept awake, and ended together. */
export class EventStreams {
  readonly #streams = new Set<EventStream>();
  readonly #countByUser = new Map<string, number>();

  hasRoom(userId: string): boolean {
    return this.#streams.size < STREAMS_MAX && (this.#countByUser.get(userId) ?? 0) < STREAMS_PER_USER_MAX;
  }

  /** Opens a stream on a response whose head is not sent yet. */
  open(
    userId: string,
    response: ServerResponse,
    headers: Readonly<Record<string, string | number | string[] | undefined>>,
  ): EventStream {
    const write = (text: string): void => {
      // What does not fit into the socket would wait in memory: such a reader opens a new stream and looks again.
      if (!response.writableEnded && !response.destroyed && !response.write(text)) response.destroy();
    };
    const stream: EventStream = {
      send: (event) => write(`event: ${event}\ndata: {}\n\n`),
      end: () => void response.end(),
      whenEnded: (clean) => void response.once('close', clean),
    };
    const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_EVERY_MS);
    stream.whenEnded(() => clearInterval(heartbeat));
    this.#count(userId, stream);
    response.writeHead(200, { ...headers, ...STREAM_HEADERS });
    write(`retry: ${RETRY_MS}\n\n`);
    stream.send('hello');
    return stream;
  }

  endAll(): void {
    for (const stream of this.#streams) stream.end();
  }

  #count(userId: string, stream: EventStream): void {
    this.#streams.add(stream);
    this.#countByUser.set(userId, (this.#countByUser.get(userId) ?? 0) + 1);
    stream.whenEnded(() => {
      this.#streams.delete(stream);
      const left = (this.#countByUser.get(userId) ?? 1) - 1;
      if (left > 0) this.#countByUser.set(userId, left);
      else this.#countByUser.delete(userId);
    });
  }
}
