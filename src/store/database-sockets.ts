import type { DatabaseHost } from './database-hosts.ts';
import { DatabaseSocket } from './database-socket.ts';

/** A connection that ended so soon was refused, or met a standby where it wanted the primary. */
const REFUSED_WITHIN_MS = 5000;

/** Makes the sockets of a pool: to the host that served last, and from one that does not serve to the next. */
export function createDatabaseSockets(
  [first, ...others]: readonly [DatabaseHost, ...DatabaseHost[]],
  replyWithinMs: number,
): () => DatabaseSocket {
  let hosts: readonly [DatabaseHost, ...DatabaseHost[]] = [first, ...others];
  return () => {
    const [tried, ...rest] = hosts;
    const socket = new DatabaseSocket(replyWithinMs);
    const openedAtMs = performance.now();
    socket.prependOnceListener('close', () => {
      const wasRefused = performance.now() - openedAtMs < REFUSED_WITHIN_MS;
      const [next, ...later] = rest;
      if (wasRefused && hosts[0] === tried && next !== undefined) hosts = [next, ...later, tried];
    });
    if (tried.host.startsWith('/')) socket.connect(`${tried.host}/.s.PGSQL.${tried.port}`);
    else socket.connect(tried.port, tried.host);
    // The driver reads from the socket which name the server's certificate must have.
    return Object.assign(socket, { host: tried.host, port: tried.port });
  };
}
