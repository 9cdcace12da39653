// A receiver for benchmarks: answers 200 at once on several ports, or hangs. It reads no more of HTTP than where a request
// ends, so that the machine's time goes to those who are measured. Asked with a number of requests to wait for, it tells
// its parent when the warm-up is over and when all have arrived.
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Expected {
  readonly warmUp: number;
  readonly count: number;
}

export interface Reached {
  readonly atMs: number;
}

const REQUEST_BYTES_MAX = 64 * 1024;
const END_OF_HEAD = '\r\n\r\n';
const ANSWER = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: 0${END_OF_HEAD}`);

const portCount = Number(process.argv[2] ?? 1);
const hangs = process.argv[3] === 'hang';
let arrived = 0;
let expected: Expected | undefined;

/** Where the first request in these bytes ends, or undefined while its head is not complete. */
function endOfRequest(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  if (headEnd === -1) return undefined;
  const [, bodyLength = '0'] = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, headEnd)) ?? [];
  return headEnd + END_OF_HEAD.length + Number(bodyLength);
}

function answerRequests(socket: Socket): void {
  let unread: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    for (
      let end = endOfRequest(unread);
      end !== undefined && end <= unread.length;
      end = endOfRequest(unread)
    ) {
      unread = unread.subarray(end);
      noteArrival();
      if (!hangs) socket.write(ANSWER);
    }
    if (unread.length > REQUEST_BYTES_MAX) socket.destroy();
  });
}

function noteArrival(): void {
  arrived += 1;
  if (arrived === expected?.warmUp || arrived === expected?.count) {
    process.send?.({ atMs: performance.now() } satisfies Reached);
  }
}

const ports = await Promise.all(
  Array.from({ length: portCount }, async () => {
    const server = createServer(answerRequests);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }),
);
process.send?.({ ports });
process.on('disconnect', () => process.exit());
process.on('message', (message: Expected) => {
  arrived = 0;
  expected = message;
});
