// Asks over raw sockets, one request at a time on each, so that asking costs the machine as little as it can.
import { connect, type Socket } from 'node:net';
import type { LoadOrder, LoadResult } from '../support/load.ts';
import { percentile } from '../support/percentile.ts';

process.on('disconnect', () => process.exit());
process.on('message', (orders: readonly LoadOrder[]) => {
  void carryOut(orders).then((results) => process.send?.(results));
});

/** All connections are open before the first request goes out. */
async function carryOut(orders: readonly LoadOrder[]): Promise<LoadResult[]> {
  const streams = await Promise.all(orders.map((order) => Stream.open(order)));
  return Promise.all(streams.map((stream) => stream.run()));
}

/** The requests of one order, shared by its connections. */
class Stream {
  readonly #order: LoadOrder;
  readonly #requests: readonly Buffer[];
  readonly #connections: readonly Connection[];
  readonly #answers: Record<number, number> = {};
  readonly #timesMs: number[] = [];
  #failed = 0;
  #next = 0;
  #untilMs = Infinity;

  private constructor(order: LoadOrder, connections: readonly Connection[]) {
    this.#order = order;
    this.#requests = order.requests.map((request) => Buffer.from(request));
    this.#connections = connections;
  }

  static async open(order: LoadOrder): Promise<Stream> {
    const opening = Array.from({ length: order.connections }, () => Connection.open(order.port));
    return new Stream(order, await Promise.all(opening));
  }

  async run(): Promise<LoadResult> {
    const begunMs = performance.now();
    if (this.#order.seconds !== undefined) this.#untilMs = begunMs + this.#order.seconds * 1000;
    await Promise.all(this.#connections.map((connection) => this.#keepAsking(connection)));
    const seconds = (performance.now() - begunMs) / 1000;
    for (const connection of this.#connections) connection.close();
    return { seconds, answers: this.#answers, failed: this.#failed, ms: describeTimes(this.#timesMs) };
  }

  async #keepAsking(connection: Connection): Promise<void> {
    const { pauseMs, refusedPauseMs } = this.#order;
    for (let request = this.#take(); request !== undefined; request = this.#take()) {
      const begunMs = performance.now();
      const status = await connection.ask(request);
      if (status === undefined) {
        this.#failed += 1;
        return;
      }
      this.#answers[status] = (this.#answers[status] ?? 0) + 1;
      if (status < 400) this.#timesMs.push(performance.now() - begunMs);
      const waitMs = status === 503 ? refusedPauseMs : pauseMs;
      if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  #take(): Buffer | undefined {
    if (performance.now() >= this.#untilMs) return undefined;
    if (this.#next >= this.#requests.length && this.#order.seconds === undefined) return undefined;
    const request = this.#requests[this.#next % this.#requests.length];
    this.#next += 1;
    return request;
  }
}

/** One connection; it understands answers that tell their length, as all of the service's do. */
class Connection {
  readonly #socket: Socket;
  #head = '';
  #bodyLeft = 0;
  #status = 0;
  #settle: ((status: number | undefined) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.#settle?.(undefined));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket);
  }

  /** Undefined when the connection ended without an answer. */
  async ask(request: Buffer): Promise<number | undefined> {
    if (this.#socket.destroyed) return undefined;
    this.#socket.write(request);
    return new Promise((resolve) => (this.#settle = resolve));
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#status === 0) {
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.#status = Number(this.#head.slice(9, 12));
      const [, length = '0'] = /content-length: (\d+)/i.exec(this.#head) ?? [];
      this.#bodyLeft = Number(length) - (this.#head.length - end - 4);
    } else {
      this.#bodyLeft -= chunk.length;
    }
    if (this.#bodyLeft > 0) return;
    const status = this.#status;
    this.#status = 0;
    this.#head = '';
    this.#settle?.(status);
  }
}

function describeTimes(timesMs: readonly number[]): LoadResult['ms'] {
  return { p50: percentile(timesMs, 0.5), p99: percentile(timesMs, 0.99), max: percentile(timesMs, 1) };
}
