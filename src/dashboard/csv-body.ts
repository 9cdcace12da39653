import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../http/refusal-error.ts';

const CONTENT_TYPES = ['text/csv', 'application/octet-stream', 'application/vnd.ms-excel'];

/** Hands the body of an upload over as it arrives, to the routes of this scope; whoever reads it counts its bytes. */
export function acceptCsvBodies(app: FastifyInstance, bytesMax: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(CONTENT_TYPES, (request, payload, done) => {
    const isTooLarge = Number(request.headers['content-length']) > bytesMax;
    const refusal = new RefusalError('payload_too_large', {
      message: `The file is larger than ${bytesMax / 1024 / 1024} MB`,
    });
    if (isTooLarge) payload.resume();
    done(isTooLarge ? refusal : null, payload);
  });
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(new RefusalError('unsupported_media_type', { message: 'Content-Type must be text/csv' }));
  });
}

/**
 * The pieces of an uploaded body. A reader that stops early leaves the rest to flow away, so that the answer reaches a
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
    // An iterator that nobody asks any more still listens, and as long as it does nothing flows.
    body.removeAllListeners('readable');
    body.resume();
  }
}
