import type { ChildProcess } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';

interface Connection {
  close(): void;
}

/**
 * `node:cluster` deals a connection to a process and keeps it until the process says whether it takes it. One that ends
 * before says nothing, and the client would wait for as long as it can (Node.js 26.10). So the answer is given on its
 * behalf: not taken. Then the connection is dealt to another process, or closed if none is left.
 *
 * The messages are those of `lib/internal/cluster` in Node.js. Should they change, this does nothing, and a test fails.
 */
export function createRedealing(): (worker: Worker) => void {
  const serving = new Set<Worker>();
  return function redealUntaken(worker) {
    const { process: child } = worker;
    const untaken = watchUntaken(child);
    worker.once('listening', () => serving.add(worker));
    // It has ended, and all that it said until then has been read.
    child.once('close', () => {
      serving.delete(worker);
      // With an untaken connection on its way Node.js never gets here, and would go on dealing to a dead process.
      if (cluster.workers?.[worker.id] !== undefined) child.emit('disconnect');
      for (const [seq, connection] of untaken) {
        if (serving.size === 0) connection.close();
        else child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false });
      }
    });
  };
}

/** The connections that were dealt to a process and not yet taken, by the number of the message they came with. */
function watchUntaken(child: ChildProcess): ReadonlyMap<number, Connection> {
  const untaken = new Map<number, Connection>();
  const send = child.send.bind(child);
  const sendAndNote = (...said: Parameters<ChildProcess['send']>): boolean => {
    const [message, handle]: readonly unknown[] = said;
    if (isDealing(message) && isConnection(handle)) untaken.set(message.seq, handle);
    return send(...said);
  };
  child.on('internalMessage', (message: unknown) => {
    if (isReply(message)) untaken.delete(message.ack);
  });
  Object.assign(child, { send: sendAndNote });
  return untaken;
}

function isDealing(message: unknown): message is { readonly seq: number } {
  return isObject(message) && 'act' in message && message.act === 'newconn' && 'seq' in message;
}

function isReply(message: unknown): message is { readonly ack: number } {
  return isObject(message) && 'ack' in message;
}

function isConnection(handle: unknown): handle is Connection {
  return isObject(handle) && 'close' in handle;
}

function isObject(message: unknown): message is object {
  return typeof message === 'object' && message !== null;
}
