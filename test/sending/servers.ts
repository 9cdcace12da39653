import { once } from 'node:events';
import { createServer as createWebServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSecureWebServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Listener {
  readonly port: number;
  /** Every connection that was ever opened. */
  readonly connections: ReadonlySet<Socket>;
  /** Those still open. */
  readonly openConnections: ReadonlySet<Socket>;
}

export interface WebServer extends Listener {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

/** A web server on loopback that keeps what it was sent; it ends with the test. */
export async function startWebServer(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
  secure?: ServerOptions,
): Promise<WebServer> {
  const requests: ReceivedRequest[] = [];
  const server = secure === undefined ? createWebServer() : createSecureWebServer(secure);
  server.on('request', (request, response) => {
    void readText(request).then((body) => {
      const { method, url: path, headers } = request;
      const received = { method, path, headers, body };
      requests.push(received);
      return answer(response, received);
    });
  });
  const listener = await listen(server);
  const url = `${secure === undefined ? 'http' : 'https'}://127.0.0.1:${listener.port}`;
  return { ...listener, url, requests };
}

/** A bare TCP server on loopback, for answers that no web server gives. */
export async function startTcpServer(
  talk: (socket: Socket) => void,
): Promise<Listener & { readonly url: string }> {
  const listener = await listen(createTcpServer(talk));
  return { ...listener, url: `http://127.0.0.1:${listener.port}` };
}

/** Listens on loopback alone, unless a host is given. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<Listener> {
  const connections = new Set<Socket>();
  const openConnections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    openConnections.add(socket);
    socket.on('close', () => openConnections.delete(socket));
    // The tests break connections on purpose.
    socket.on('error', () => undefined);
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of openConnections) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  // A server that listens on a port has an address of this form.
  return { port: (server.address() as AddressInfo).port, connections, openConnections };
}
