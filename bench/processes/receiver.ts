// A receiver for benchmarks: answers 200 at once on several ports, or hangs, and tells its parent when how many arrived.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const portCount = Number(process.argv[2] ?? 1);
const hangs = process.argv[3] === 'hang';
let arrived = 0;
let marks: { count: number; atMs: number }[] = [];

const ports = await Promise.all(
  Array.from({ length: portCount }, async () => {
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        arrived += 1;
        if (arrived % 100 === 0)
          marks.push({ count: arrived, atMs: performance.timeOrigin + performance.now() });
        if (!hangs) response.end();
      });
    });
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }),
);
process.send?.({ ports });
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message === 'look') process.send?.({ arrived, marks });
  if (message === 'reset') {
    arrived = 0;
    marks = [];
    process.send?.({ arrived, marks });
  }
});
