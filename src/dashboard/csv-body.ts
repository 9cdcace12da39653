import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../http/refusal-error.ts';

const CONTENT_TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'application/octet-stream',
  'application/vnd.ms-excel',
]);

/**
 * Hands the body of an upload over as it arrives, to the routes of this scope; whoever reads it counts its bytes. What is
 * no file for us is refused only after that: a refusal by the parser would close the connection under a browser that is
 * still sending, which then never sees the answer.
 */
export function acceptCsvBodies(app: FastifyInstance, bytesMax: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook<{ Body: unknown }>('preValidation', async ({ headers, body }) => {
    const refusal = refusalOf(headers, bytesMax);
    if (refusal === undefined) return;
    if (body instanceof Readable) body.resume();
    throw refusal;
  });
}

function refusalOf(headers: IncomingHttpHeaders, bytesMax: number): RefusalError | undefined {
  const [contentType = ''] = (headers['content-type'] ?? '').split(';');
  if (!CONTENT_TYPES.has(contentType.trim().toLowerCase())) {
    return new RefusalError('unsupported_media_type', { message: 'Content-Type must be text/csv' });
  }
  return Number(headers['content-length']) > bytesMax
    ? new RefusalError('payload_too_large', {
        message: `The file is larger than ${bytesMax / 1024 / 1024} MB`,
      })
    : undefined;
}

/**
 * The pieces of an uploaded body. A reader that stops early lets the rest drain, so that the answer reaches a
 * browser that is still sending.
 */
export async function readUpload<Result>(
  body: unknown,
  read: (pieces: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  if (!(body instanceof Readable)) {
    throw new RefusalError('invalid_input', { message: 'The request must carry a file' });
  }
  try {
    return await read(body.iterator({ destroyOnReturn: false }));
  } finally {
    // An iterator that nobody reads from still listens, and as long as it does, nothing flows.
    body.removeAllListeners('readable');
    body.resume();
  }
}
