import { ApiError } from './api-error.ts';
import { apiUrl, type Query, readAnswer } from './client.ts';

/** A file of 25 MB over a slow line, and the check of its rows. */
const TIMEOUT_MS = 600_000;

interface Upload {
  readonly path: string;
  readonly file: Blob;
  readonly query?: Query | undefined;
  /** How much has gone out, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a file as it is; only the browser's older interface tells how far it got. */
export async function upload<T>({ path, file, query, onProgress, signal }: Upload): Promise<T> {
  const sentAt = Date.now();
  const response = await send(apiUrl(path, query), file, onProgress, signal);
  return readAnswer<T>(response, sentAt);
}

function send(
  url: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (): void =>
      reject(new ApiError('NETWORK_ERROR', 'The service could not be reached', 0, null));
    request.open('POST', url);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('content-type', 'text/csv');
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', fail);
    request.addEventListener('timeout', fail);
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request;
  const requestId = request.getResponseHeader('x-request-id');
  const headers: HeadersInit = requestId === null ? {} : { 'x-request-id': requestId };
  return new Response(status === 204 ? null : responseText, { status, statusText, headers });
}
