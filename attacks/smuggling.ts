import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { openConnection } from '../test/support/raw-connection.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import { runAtOnce } from './support/run-at-once.ts';
import type { Target } from './support/target.ts';

const AT_ONCE = 8;
const QUIET_MS = 1500;
const PATH = '/chargeback-alert/get';
/** What a smuggler wants to be taken for a request of its own. */
const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n';

const HONEST_PAIR = `Content-Length: 2\r\n\r\n{}${SMUGGLED}`;

/** Heads whose end of body two servers may read differently, and a body that holds a second request. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  'CL.TE': `Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'TE.CL': `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n2c\r\n${SMUGGLED}\r\n0\r\n\r\n`,
  'two lengths': `Content-Length: 0\r\nContent-Length: 44\r\n\r\n${SMUGGLED}`,
  'two equal lengths': `Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${SMUGGLED}`,
  'a list of lengths': `Content-Length: 0, 44\r\n\r\n${SMUGGLED}`,
  'a signed length': `Content-Length: +0\r\n\r\n${SMUGGLED}`,
  'a hexadecimal length': `Content-Length: 0x0\r\n\r\n${SMUGGLED}`,
  'a length with a tail': `Content-Length: 0;44\r\n\r\n${SMUGGLED}`,
  'an empty length': `Content-Length:\r\n\r\n${SMUGGLED}`,
  'a space before the colon': `Content-Length : 44\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`,
  'an encoding in other letters': `Content-Length: 6\r\nTransfer-encoding: cHuNkEd\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'an unknown encoding': `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'chunked not last': `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'two encodings': `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'a tab before chunked and a length': `Transfer-Encoding:\tchunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'a vertical tab': `Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'a folded header': `X-Folded: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'bare line feeds': `Content-Length: 0\n\n${SMUGGLED}`,
  'a bare line feed in a header': `X: a\nContent-Length: 44\r\n\r\n${SMUGGLED}`,
  'a bare carriage return': `X: a\rContent-Length: 44\r\n\r\n${SMUGGLED}`,
  'a NUL in a header': `X: a\0\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`,
  'a chunk size with a sign': `Transfer-Encoding: chunked\r\n\r\n-1\r\n${SMUGGLED}`,
  'a chunk size that overflows': `Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n${SMUGGLED}`,
  'a chunk size in 0x': `Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
  'a chunk without its end': `Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n${SMUGGLED}`,
  'a line feed after a chunk size': `Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n${SMUGGLED}`,
  'a line feed in a chunk extension': `Transfer-Encoding: chunked\r\n\r\n2;a\nb\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
};

/** Requests that a proxy in front of us could cut elsewhere than we do. */
export const smuggling: Attack = {
  defence:
    'exactly one answer, a refusal, and the connection is closed: nothing after it is read as a request',
  tries: 2000,
  run: smuggle,
};

async function smuggle(target: Target, { seed, tries }: Plan): Promise<Outcome> {
  const names = Object.keys(AMBIGUOUS);
  const pieces = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 3 });
  // Every way once as it is; the others cut into pieces, as a network may deliver them.
  const cuts = fc.sample(pieces, { seed, numRuns: tries });
  const attempts = cuts.map((cut, position) => ({
    name: names[position % names.length] ?? '',
    cut: position < names.length ? [] : cut.toSorted((one, other) => one - other),
  }));
  const breaches: string[] = [];
  // If even this is no second request, the others prove nothing.
  const honest = await exchange(target, HONEST_PAIR, []);
  if (countAnswers(honest) !== 2) breaches.push(`two honest requests got ${countAnswers(honest)} answers`);
  await runAtOnce(attempts, AT_ONCE, async ({ name, cut }) => {
    const problem = judge(await exchange(target, AMBIGUOUS[name] ?? '', cut));
    if (problem !== undefined) breaches.push(`${name}, cut at ${cut.join(', ') || 'nothing'}: ${problem}`);
  });
  return { tries, breaches, figure: `${names.length} ways` };
}

interface Exchange {
  readonly wire: string;
  readonly isClosed: boolean;
}

async function exchange({ url, company }: Target, rest: string, cut: readonly number[]): Promise<Exchange> {
  const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: ${company.authorization}\r\n`;
  const bytes = Buffer.from(head + rest, 'latin1');
  const socket = await openConnection(url);
  socket.setNoDelay(true);
  const answer = readUntilQuiet(socket);
  for (const [position, from] of [0, ...cut].entries()) {
    if (position > 0) await pause(1);
    if (socket.writable) socket.write(bytes.subarray(from, cut[position] ?? bytes.length));
  }
  return answer;
}

/** What comes back until the service closes, or for so long that it will not. */
async function readUntilQuiet(socket: Socket): Promise<Exchange> {
  let wire = '';
  socket.on('data', (bytes) => (wire += bytes.toString('latin1')));
  // A reset is a way to close, too.
  socket.on('error', () => {});
  const closed = new Promise<boolean>((resolve) => void socket.once('close', () => resolve(true)));
  const isClosed = await Promise.race([closed, pause(QUIET_MS, false)]);
  socket.destroy();
  return { wire, isClosed };
}

function countAnswers({ wire }: Exchange): number {
  return wire.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0;
}

function judge(exchanged: Exchange): string | undefined {
  const { wire, isClosed } = exchanged;
  if (countAnswers(exchanged) !== 1) return `${countAnswers(exchanged)} answers`;
  if (!/^HTTP\/1\.1 4\d\d/.test(wire)) return `answered ${wire.slice(0, 12)}`;
  return isClosed ? undefined : 'the connection stays open';
}
