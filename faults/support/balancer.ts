import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const KEPT_MS = 600_000;
const LOOK_EVERY_MS = 5;

interface Target {
  readonly port: number;
  underWay: number;
}

/** The smallest balancer that can take a process out, let it end what it has, and put it back. It repeats nothing. */
export class Balancer {
  readonly #targets = new Map<number, Target>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing));
  #turn = 0;

  static async start(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer();
    for (const port of ports) balancer.putIn(port);
    // Longer than the pauses of whoever calls, so that no request meets a connection that is just being closed.
    balancer.#server.keepAliveTimeout = KEPT_MS;
    await once(balancer.#server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  putIn(port: number): void {
    this.#targets.set(port, { port, underWay: 0 });
  }

  async takeOut(port: number): Promise<void> {
    const target = this.#targets.get(port);
    this.#targets.delete(port);
    const countUnderWay = (): number => target?.underWay ?? 0;
    while (countUnderWay() > 0) await pause(LOOK_EVERY_MS);
  }

  stop(): void {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const targets = [...this.#targets.values()];
    this.#turn += 1;
    const target = targets[this.#turn % targets.length];
    if (target === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    target.underWay += 1;
    outgoing.on('close', () => {
      target.underWay -= 1;
    });
    const { method, url, headers } = incoming;
    const onward = request(
      { agent: this.#agent, host: '127.0.0.1', port: target.port, method, path: url, headers },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(onward);
  }
}
