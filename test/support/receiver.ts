import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** How a receiver behaves: what it answers, or that it never does. */
export type Behaviour = (
  request: ReceivedRequest,
  count: number,
) => ReceiverAnswer | 'hang' | Promise<ReceiverAnswer>;

export interface Receiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  readonly atOnceMax: () => number;
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
}

/** A company's application, or a provider: a real HTTP server that remembers what it got. */
export async function startReceiver(behaviour: Behaviour = () => ({ status: 200 })): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let current = behaviour;
  let atOnce = 0;
  let most = 0;
  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    atOnce += 1;
    most = Math.max(most, atOnce);
    outgoing.on('close', () => {
      atOnce -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      atMs: Date.now(),
    };
    requests.push(request);
    const answer = await current(request, requests.length);
    if (answer === 'hang') return;
    outgoing.writeHead(answer.status, answer.headers).end(answer.body ?? '');
  }
  const server = createServer((incoming, outgoing) => {
    // A request that is cut off in the middle was none.
    take(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    atOnceMax: () => most,
    behave: (next) => {
      current = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
