import { isUtf8 } from 'node:buffer';
import { RefusalError } from '../../http/refusal-error.ts';
import { FILE_BYTES_MAX } from '../limits.ts';
import { fileProblem } from './file-problem.ts';
import { BEGINNING_BYTES, recogniseFile } from './recognise-file.ts';

/** The text of an uploaded file, piece by piece as it arrives, with one kind of line end. */
export async function* decodeText(
  pieces: AsyncIterable<Uint8Array>,
  bytesMax = FILE_BYTES_MAX,
): AsyncGenerator<string> {
  let decode: ((piece: Buffer, isLast: boolean) => string) | undefined;
  let waiting: Buffer = Buffer.alloc(0);
  let bytes = 0;
  const unify = createLineEndUnifier();
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > bytesMax) {
      throw new RefusalError('payload_too_large', {
        message: `The file is larger than ${bytesMax / 1024 / 1024} MB`,
      });
    }
    waiting = waiting.length === 0 ? Buffer.from(piece) : Buffer.concat([waiting, piece]);
    if (decode === undefined && waiting.length < BEGINNING_BYTES) continue;
    decode ??= beginText(waiting);
    yield unify(decode(waiting, false), false);
    waiting = Buffer.alloc(0);
  }
  decode ??= beginText(waiting);
  yield unify(decode(waiting, true), true);
}

/** Chooses the decoder by the first bytes, and leaves out the mark that may stand there. */
function beginText(beginning: Buffer): (piece: Buffer, isLast: boolean) => string {
  const found = recogniseFile(beginning);
  if (found.kind === 'other') throw fileProblem(found.problem);
  const decode =
    found.encoding === 'utf-16le' || found.encoding === 'utf-16be'
      ? decodeWith(found.encoding)
      : createGuessingDecoder();
  let skip = found.markBytes;
  return (piece, isLast) => {
    const text = decode(piece.subarray(skip), isLast);
    skip = 0;
    if (text.includes('\0')) throw fileProblem('This is not a text file; upload a CSV file');
    return text;
  };
}

/** UTF-8 as long as it is; from the first byte that cannot be, Windows-1252, as older spreadsheets write. */
function createGuessingDecoder(): (piece: Buffer, isLast: boolean) => string {
  let unfinished: Buffer = Buffer.alloc(0);
  let decodeOlder: ((piece: Buffer, isLast: boolean) => string) | undefined;
  return (piece, isLast) => {
    if (decodeOlder !== undefined) return decodeOlder(piece, isLast);
    const bytes = unfinished.length === 0 ? piece : Buffer.concat([unfinished, piece]);
    const whole = isLast ? bytes.length : wholeCharactersEnd(bytes);
    if (isUtf8(bytes.subarray(0, whole))) {
      unfinished = bytes.subarray(whole);
      return bytes.toString('utf8', 0, whole);
    }
    decodeOlder = decodeWith('windows-1252');
    return decodeOlder(bytes, isLast);
  };
}

/** Where the last whole UTF-8 character ends: a character that continues in the next piece waits for it. */
function wholeCharactersEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function decodeWith(
  encoding: 'utf-16le' | 'utf-16be' | 'windows-1252',
): (piece: Buffer, isLast: boolean) => string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (piece, isLast) => decoder.decode(piece, { stream: !isLast });
}

/** A carriage return at the end of a piece waits, since the line feed it belongs to may come next. */
function createLineEndUnifier(): (text: string, isLast: boolean) => string {
  let waiting = '';
  return (text, isLast) => {
    const whole = waiting + text;
    waiting = !isLast && whole.endsWith('\r') ? '\r' : '';
    const ready = waiting === '' ? whole : whole.slice(0, -1);
    return ready.includes('\r') ? ready.replaceAll(/\r\n?/g, '\n') : ready;
  };
}
