import type { Socket } from 'node:net';
import { ReplyFrames } from './reply-frames.ts';

/** A greeting is answered at once, or by nobody. */
const FIRST_REPLY_WITHIN_MS = 4000;
const CHECK_EVERY_MS = 1000;
/** The driver listens, and has written its first message, within two turns of the event loop, or never. */
const TURNS_TO_BEGIN = 3;
const STARTUP = Buffer.from('\0\u0003\0\0user\0', 'latin1');
const STARTUP_OFFSET = 4;

type Emit = (event: string | symbol, ...details: unknown[]) => boolean;
type Write = Socket['_write'];

/**
 * Makes up, on a socket to PostgreSQL, encrypted or not, for what the driver (postgres 3.4) lacks when connections are lost.
 * A connection that is silent for longer than it may be, although something was asked on it, is dead.
 */
export function cureSocket(socket: Socket, replyWithinMs: number): Socket {
  const cures = new SocketCures(socket, replyWithinMs);
  // On this very socket and not in a class of sockets: which class an encrypted one is, is decided by `node:tls`.
  return Object.assign(socket, { emit: cures.emit, _write: cures.write });
}

class SocketCures {
  readonly #socket: Socket;
  readonly #emit: Emit;
  readonly #write: Write;
  readonly #replyWithinMs: number;
  /** What was said before the driver had the socket. */
  readonly #writtenBefore: number;
  #writtenWhenHeard: number;
  #silentSinceMs: number | undefined;
  readonly #frames = new ReplyFrames();
  #hasGreeted = false;
  #failure: unknown;
  #isToldAgain = false;

  constructor(socket: Socket, replyWithinMs: number) {
    this.#socket = socket;
    this.#emit = socket.emit.bind(socket) as Emit;
    this.#write = socket._write.bind(socket);
    this.#replyWithinMs = replyWithinMs;
    this.#writtenBefore = socket.bytesWritten;
    this.#writtenWhenHeard = socket.bytesWritten;
    this.#watchReplies();
    // A driver that stays mute is given another socket; see `write`.
    afterTurns(TURNS_TO_BEGIN, () => {
      if (socket.bytesWritten === this.#writtenBefore) socket.destroy();
    });
  }

  /**
   * The driver hears of a failure and of the end at the same moment: anything it was given to send in between, it would wait
   * for on its next connection forever. It hears of both again if it did not listen yet, as when a connection fails at once.
   */
  readonly emit: Emit = (event, ...details) => {
    if (event === 'error') {
      [this.#failure] = details;
      return true;
    }
    const [bytes] = details;
    if (event === 'data' && Buffer.isBuffer(bytes)) return this.#emit(event, this.#frames.take(bytes));
    if (event === 'close') {
      if (this.#socket.listenerCount('drain') === 0 && !this.#isToldAgain) {
        this.#isToldAgain = true;
        afterTurns(TURNS_TO_BEGIN, () => void this.emit(event, ...details));
        return true;
      }
      this.#settleRows();
      this.#noteRefusal();
      if (this.#failure !== undefined && this.#socket.listenerCount('error') > 0) {
        this.#emit('error', this.#failure);
      }
    }
    return this.#emit(event, ...details);
  };

  /**
   * When a connection is cut while a message waits to be written, the driver keeps that message and never sends again
   * until more than a kilobyte has gathered. Each socket that it is given adds its greeting to what has gathered; when it
   * speaks at last, what belongs to the lost connection is left out: nothing is sent before the latest greeting.
   */
  readonly write: Write = (bytes: Buffer, encoding, callback) => {
    const ours = this.#hasGreeted ? bytes : fromLatestGreeting(bytes);
    if (ours === undefined) {
      callback();
      return;
    }
    this.#hasGreeted = true;
    this.#write(ours, encoding, callback);
  };

  /**
   * The driver counts the rows of a reply until it is complete, and goes on from there with the next connection, whose
   * first reply would begin with as many empty rows. So a reply that was cut is failed and then completed.
   */
  #settleRows(): void {
    const rest = this.#frames.completeRows();
    if (rest === undefined || this.#socket.listenerCount('data') < 2) return;
    this.#emit(
      'error',
      this.#failure ?? Object.assign(new Error('The reply was cut'), { code: 'ECONNRESET' }),
    );
    this.#failure = undefined;
    this.#emit('data', rest);
  }

  /**
   * A server's refusal of a connection goes, in the driver, to the statement that the connection before was lost under, and
   * the one that waits for this connection tries again endlessly. As a failure it reaches the one that waits.
   */
  #noteRefusal(): void {
    if (!this.#frames.isRefusal) return;
    this.#failure ??= Object.assign(new Error('The database refuses connections'), { code: 'ECONNREFUSED' });
  }

  /** A host that vanishes sends no farewell, and nobody else ends the waiting for its answer. */
  #watchReplies(): void {
    const socket = this.#socket;
    socket.on('data', () => {
      this.#writtenWhenHeard = socket.bytesWritten;
      this.#silentSinceMs = undefined;
    });
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else if (socket.bytesWritten > this.#writtenWhenHeard) this.#endIfSilent();
    }, CHECK_EVERY_MS);
    timer.unref();
  }

  #endIfSilent(): void {
    this.#silentSinceMs ??= performance.now();
    const isGreeting = this.#writtenWhenHeard === this.#writtenBefore;
    if (
      performance.now() - this.#silentSinceMs <
      (isGreeting ? FIRST_REPLY_WITHIN_MS : this.#replyWithinMs)
    ) {
      return;
    }
    this.#socket.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }));
  }
}

/** Undefined when there is none. */
function fromLatestGreeting(bytes: Buffer): Buffer | undefined {
  const at = bytes.lastIndexOf(STARTUP) - STARTUP_OFFSET;
  return at < 0 ? undefined : bytes.subarray(at);
}

function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => (turns <= 1 ? work() : afterTurns(turns - 1, work)));
}
