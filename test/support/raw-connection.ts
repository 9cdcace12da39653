import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A bare TCP connection to the service, for bytes that no HTTP client would send. */
export async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends the bytes and returns everything that comes back until the service closes the connection. */
export async function exchangeBytes(url: string, bytes: string | Buffer): Promise<string> {
  const socket = await openConnection(url);
  socket.write(bytes);
  return readText(socket);
}

/** An HTTP answer as it stood on the wire. */
export function parseAnswer(wire: string): { status: number; headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = wire.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}
