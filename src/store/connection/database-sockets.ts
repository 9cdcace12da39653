import { Socket } from 'node:net';
import { cureSocket } from './cure-socket.ts';
import type { Encryption } from './database-encryption.ts';
import type { DatabaseAddress, DatabaseHost } from './database-hosts.ts';
import { encryptSocket } from './encrypt-socket.ts';

/** A connection that ended so soon was refused, or met a standby where it wanted the primary. */
const REFUSED_WITHIN_MS = 5000;

/** Makes the sockets of a pool: to the host that served last, and from one that does not serve to the next. */
export function createDatabaseSockets(
  { hosts: allHosts, encryption }: DatabaseAddress,
  replyWithinMs: number,
): () => Promise<Socket> {
  let hosts = allHosts;
  return async () => {
    const [tried, ...rest] = hosts;
    const openedAtMs = performance.now();
    const socket = await openSocket(tried, encryption, replyWithinMs);
    socket.prependOnceListener('close', () => {
      const wasRefused = performance.now() - openedAtMs < REFUSED_WITHIN_MS;
      const [next, ...later] = rest;
      if (wasRefused && hosts[0] === tried && next !== undefined) hosts = [next, ...later, tried];
    });
    // The driver names them in its errors.
    return Object.assign(socket, { host: tried.host, port: tried.port });
  };
}

/** Never fails: a pool whose socket could not be made would lose a connection for good, so it gets one that fails. */
async function openSocket(
  { host, port }: DatabaseHost,
  encryption: Encryption | undefined,
  replyWithinMs: number,
): Promise<Socket> {
  const socket = new Socket();
  // What stays on the machine is never encrypted; no server would.
  if (host.startsWith('/')) return cureSocket(socket.connect(`${host}/.s.PGSQL.${port}`), replyWithinMs);
  socket.connect(port, host);
  if (encryption === undefined) return cureSocket(socket, replyWithinMs);
  try {
    return cureSocket(await encryptSocket(socket, host, encryption), replyWithinMs);
  } catch (error) {
    const failed = cureSocket(new Socket(), replyWithinMs);
    return failed.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
