import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from '../test/support/raw-connection.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import { describeReport, startHonestClient } from './support/honest-client.ts';
import type { Target } from './support/target.ts';

const BYTE_EVERY_MS = 2000;
/** Ten seconds for the head or the body, and Node looks every thirty who is over. */
const CLOSED_WITHIN_MS = 45_000;
const LOOK_EVERY_MS = 100;

/** Each gives away a little and keeps its connection as long as it is let. */
const WAYS: Readonly<Record<string, (authorization: string) => string>> = {
  head: () => 'GET /api/v1/chargeback-alert/alerts HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  body: (authorization) =>
    `PATCH /api/v1/chargeback-alert/alerts/x/status HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
  chunks: (authorization) =>
    `POST /chargeback-alert/get HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nea60\r\n',
};

/** Requests that arrive byte by byte and never end. */
export const slowRequests: Attack = {
  defence: 'each is cut off within 45 s, and others are served meanwhile',
  tries: 3000,
  run: sendSlowly,
};

async function sendSlowly(target: Target, { tries }: Plan): Promise<Outcome> {
  const begins = Object.values(WAYS).map((begin) => begin(target.company.authorization));
  const honest = startHonestClient(target);
  const sockets = await Promise.all(
    Array.from({ length: tries }, async (_, position) => {
      const socket = await openConnection(target.url);
      drip(socket, begins[position % begins.length] ?? '');
      return socket;
    }),
  );
  const startedMs = performance.now();
  const open = (): number => sockets.filter((socket) => !socket.destroyed).length;
  while (open() > 0 && performance.now() - startedMs < CLOSED_WITHIN_MS) await pause(LOOK_EVERY_MS);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const left = open();
  const report = await honest.stop();
  for (const socket of sockets) socket.destroy();
  return {
    tries,
    breaches: [...(left === 0 ? [] : [`${left} are still open after ${seconds} s`]), ...report.problems],
    figure: `all closed after ${seconds} s; ${describeReport(report)}`,
  };
}

function drip(socket: Socket, begin: string): void {
  socket.on('error', () => {});
  socket.resume();
  socket.write(begin);
  const timer = setInterval(() => socket.writable && socket.write('x'), BYTE_EVERY_MS);
  socket.once('close', () => clearInterval(timer));
}
