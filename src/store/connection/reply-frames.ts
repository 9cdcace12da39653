const HEADER_BYTES = 5;
const LENGTH_BYTES = 4;
const ROW = 'D'.charCodeAt(0);
const COMMAND_COMPLETE = 'C'.charCodeAt(0);
const ERROR = 'E'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const EMPTY = Buffer.alloc(0);
/** "Command complete", without a word on which. */
const END_OF_ROWS = Buffer.from([COMMAND_COMPLETE, 0, 0, 0, 5, 0]);
const MISSING_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Follows where the messages of a server begin and end. The driver counts the rows of a reply until it is told that the
 * command is complete, and goes on counting with the next reply if it is not: so it is always told.
 */
export class ReplyFrames {
  /** The beginning of a message whose length is not known yet. */
  #begun: Buffer = EMPTY;
  /** What is still to come of a message whose length is known. */
  #missingBytes = 0;
  #latestType = 0;
  #hasRows = false;
  #hasBeenReady = false;

  /** Returns the bytes as the driver is to see them: an error among rows comes after their end. */
  take(bytes: Buffer): Buffer {
    const knownBytes = this.#begun.length;
    const received = knownBytes === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    const pieces: Buffer[] = [];
    let passedOn = 0;
    let at = this.#missingBytes;
    while (at < received.length) {
      if (at >= knownBytes && this.#begin(received[at] ?? 0)) {
        pieces.push(bytes.subarray(passedOn, at - knownBytes), END_OF_ROWS);
        passedOn = at - knownBytes;
      }
      if (at + HEADER_BYTES > received.length) break;
      at += 1 + received.readUInt32BE(at + 1);
    }
    this.#begun = at < received.length ? received.subarray(at) : EMPTY;
    this.#missingBytes = Math.max(0, at - received.length);
    return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(passedOn)]);
  }

  /** Returns whether rows must be ended before this message. */
  #begin(type: number): boolean {
    if (this.#latestType === COMMAND_COMPLETE || type === READY_FOR_QUERY) this.#hasRows = false;
    const endsRows = this.#hasRows && type === ERROR;
    if (endsRows) this.#hasRows = false;
    if (type === ROW) this.#hasRows = true;
    this.#hasBeenReady ||= type === READY_FOR_QUERY;
    this.#latestType = type;
    return endsRows;
  }

  /** Whether the server has said no to the connection itself: a database that takes none, a wrong password, a restart. */
  get isRefusal(): boolean {
    return this.#latestType === ERROR && !this.#hasBeenReady;
  }

  /** What ends the rows of a reply that was cut before it came to that; undefined when there is nothing to end. */
  completeRows(): Buffer | undefined {
    const isWhole = this.#begun.length === 0 && this.#missingBytes === 0;
    if (!this.#hasRows || (isWhole && this.#latestType === COMMAND_COMPLETE)) return undefined;
    const header = completeHeader(this.#begun);
    const missingBytes = this.#missingBytes + header.readUInt32BE(1) - LENGTH_BYTES;
    if (missingBytes > MISSING_BYTES_MAX) return undefined;
    const restOfHeader = this.#begun.length === 0 ? EMPTY : header.subarray(this.#begun.length);
    return Buffer.concat([restOfHeader, Buffer.alloc(missingBytes), END_OF_ROWS]);
  }
}

/** Any message that begins like this one will do. */
function completeHeader(begun: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  begun.copy(header);
  header.writeUInt32BE(Math.max(header.readUInt32BE(1), LENGTH_BYTES), 1);
  return header;
}
