const HEADER_BYTES = 5;
const ROW = 'D'.charCodeAt(0);
const ERROR = 'E'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const EMPTY = Buffer.alloc(0);
/** "Command complete", without a word on which. */
const END_OF_ROWS = Buffer.from([0x43, 0, 0, 0, 5, 0]);
const MISSING_BYTES_MAX = 64 * 1024 * 1024;

/** Follows where the messages of a server begin and end, so that it is known in which of them a connection was cut. */
export class ReplyFrames {
  /** The beginning of a message whose length is not known yet. */
  #begun: Buffer = EMPTY;
  /** What is still to come of a message whose length is known. */
  #missingBytes = 0;
  #latestType = 0;
  #hasBeenReady = false;

  take(bytes: Buffer): void {
    const received = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    let at = this.#missingBytes;
    while (at + HEADER_BYTES <= received.length) {
      this.#latestType = received[at] ?? 0;
      this.#hasBeenReady ||= this.#latestType === READY_FOR_QUERY;
      at += 1 + received.readUInt32BE(at + 1);
    }
    this.#begun = at < received.length ? received.subarray(at) : EMPTY;
    this.#missingBytes = Math.max(0, at - received.length);
  }

  /** Whether the server has said no to the connection itself: a database that takes none, a wrong password, a restart. */
  get isRefusal(): boolean {
    return this.#latestType === ERROR && !this.#hasBeenReady;
  }

  /** What ends the rows of a reply that stopped among them; undefined when it did not. */
  completeRows(): Buffer | undefined {
    if (this.#latestType !== ROW || this.#begun.length > 0) return undefined;
    if (this.#missingBytes > MISSING_BYTES_MAX) return undefined;
    return Buffer.concat([Buffer.alloc(this.#missingBytes), END_OF_ROWS]);
  }
}
