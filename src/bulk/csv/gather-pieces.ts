const PIECE_BYTES_MIN = 64 * 1024;

/**
 * The same bytes in pieces that are worth the work: a line that is not finished is read again with each piece, and a
 * sender may cut its body into single bytes.
 */
export async function* gatherPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    gathered.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES_MIN) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}
