import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from '../test/support/raw-connection.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import { describeReport, startHonestClient } from './support/honest-client.ts';
import { runAtOnce } from './support/run-at-once.ts';
import type { Target } from './support/target.ts';

const OPENED_AT_ONCE = 200;
const HELD_MS = 3000;
const HALF_A_REQUEST = 'GET /api/v1/chargeback-alert/alerts HTTP/1.1\r\nHost: x\r\nX-Slow: ';

/** A crowd of connections that each send half a request and wait. Needs as many open files: `ulimit -n`. */
export const openConnections: Attack = {
  defence: 'others are served meanwhile; the service closes none of theirs for it',
  tries: 10_000,
  run: holdConnections,
};

async function holdConnections(target: Target, { tries }: Plan): Promise<Outcome> {
  const sockets: Socket[] = [];
  const breaches: string[] = [];
  const honest = startHonestClient(target);
  await runAtOnce(Array.from({ length: tries }), OPENED_AT_ONCE, async () => {
    try {
      const socket = await openConnection(target.url);
      socket.on('error', () => {});
      socket.resume();
      socket.write(HALF_A_REQUEST);
      sockets.push(socket);
    } catch (error) {
      breaches.push(`a connection was not taken: ${String(error)}`);
    }
  });
  await pause(Math.min(HELD_MS, tries));
  const held = sockets.filter((socket) => !socket.destroyed).length;
  const report = await honest.stop();
  for (const socket of sockets) socket.destroy();
  if (held < tries) breaches.push(`only ${held} of ${tries} were open at the same time`);
  return { tries, breaches: [...breaches, ...report.problems], figure: describeReport(report) };
}
