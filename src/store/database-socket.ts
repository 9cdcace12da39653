import { Socket } from 'node:net';
import { ReplyFrames } from './reply-frames.ts';

/** A greeting is answered at once, or by nobody. */
const FIRST_REPLY_WITHIN_MS = 4000;
const CHECK_EVERY_MS = 1000;
/** The driver listens, and has written its first message, within two turns of the event loop, or never. */
const TURNS_TO_BEGIN = 3;
const STARTUP = Buffer.from('\0\u0003\0\0user\0', 'latin1');
const STARTUP_OFFSET = 4;
const ENCRYPTION_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** A socket to PostgreSQL that makes good what the driver (postgres 3.4) lacks when connections are lost. */
export class DatabaseSocket extends Socket {
  readonly #replyWithinMs: number;
  #writtenWhenHeard = 0;
  #silentSinceMs: number | undefined;
  readonly #frames = new ReplyFrames();
  #hasGreeted = false;
  #failure: unknown;
  #isToldAgain = false;

  /** A connection that is silent for longer, although something was asked on it, is dead. */
  constructor(replyWithinMs: number) {
    super();
    this.#replyWithinMs = replyWithinMs;
    this.#watchReplies();
    // A driver that stays mute is given another socket; see `_write`.
    afterTurns(TURNS_TO_BEGIN, () => {
      if (this.bytesWritten === 0) this.destroy();
    });
  }

  /**
   * The driver hears of a failure and of the end in one moment: what it were given to send in between, it would wait for
   * on its next connection for ever. And it hears of both again if it did not listen yet, when a connection fails at once.
   */
  override emit(event: string | symbol, ...details: unknown[]): boolean {
    if (event === 'error') {
      [this.#failure] = details;
      return true;
    }
    const [bytes] = details;
    if (event === 'data' && Buffer.isBuffer(bytes)) return super.emit(event, this.#frames.take(bytes));
    if (event === 'close') {
      if (this.listenerCount('drain') === 0 && !this.#isToldAgain) {
        this.#isToldAgain = true;
        afterTurns(TURNS_TO_BEGIN, () => void this.emit(event, ...details));
        return true;
      }
      this.#settleRows();
      this.#noteRefusal();
      if (this.#failure !== undefined && this.listenerCount('error') > 0) super.emit('error', this.#failure);
    }
    return super.emit(event, ...details);
  }

  /**
   * When a connection is cut while a message waits to be written, the driver keeps that message and never sends again
   * until more than a kilobyte has gathered. Each socket that it is given adds its greeting to what has gathered; when it
   * speaks at last, what belongs to the lost connection is left out: nothing is sent before the latest greeting.
   */
  override _write(bytes: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    const ours = this.#hasGreeted ? bytes : fromLatestGreeting(bytes);
    if (ours === undefined) {
      callback();
      return;
    }
    this.#hasGreeted = true;
    super._write(ours, encoding, callback);
  }

  /**
   * The driver counts the rows of a reply until it is complete, and goes on from there with the next connection, whose
   * first reply would begin with as many empty rows. So a reply that was cut is failed and then completed.
   */
  #settleRows(): void {
    const rest = this.#frames.completeRows();
    if (rest === undefined || this.listenerCount('data') < 2) return;
    super.emit(
      'error',
      this.#failure ?? Object.assign(new Error('The reply was cut'), { code: 'ECONNRESET' }),
    );
    this.#failure = undefined;
    super.emit('data', rest);
  }

  /**
   * A server's refusal of a connection goes, in the driver, to the statement that the connection before was lost under, and
   * the one that waits for this connection tries again without an end. As a failure it reaches the one that waits.
   */
  #noteRefusal(): void {
    if (!this.#frames.isRefusal) return;
    this.#failure ??= Object.assign(new Error('The database refuses connections'), { code: 'ECONNREFUSED' });
  }

  /** A host that vanishes sends no farewell, and nobody else ends the waiting for its answer. */
  #watchReplies(): void {
    this.on('data', () => {
      this.#writtenWhenHeard = this.bytesWritten;
      this.#silentSinceMs = undefined;
    });
    const timer = setInterval(() => {
      // Under TLS the driver takes the listeners off and another socket reads: then the system's own probes must do.
      if (this.destroyed || this.listenerCount('data') === 0) clearInterval(timer);
      else if (this.bytesWritten > this.#writtenWhenHeard) this.#endIfSilent();
    }, CHECK_EVERY_MS);
    timer.unref();
  }

  #endIfSilent(): void {
    this.#silentSinceMs ??= performance.now();
    const limitMs = this.#writtenWhenHeard === 0 ? FIRST_REPLY_WITHIN_MS : this.#replyWithinMs;
    if (performance.now() - this.#silentSinceMs < limitMs) return;
    this.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }));
  }
}

/** Undefined when there is none. */
function fromLatestGreeting(bytes: Buffer): Buffer | undefined {
  const at = Math.max(bytes.lastIndexOf(STARTUP) - STARTUP_OFFSET, bytes.lastIndexOf(ENCRYPTION_REQUEST));
  return at < 0 ? undefined : bytes.subarray(at);
}

function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => (turns <= 1 ? work() : afterTurns(turns - 1, work)));
}
