import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpRequest {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** False leaves the Host header out. */
  readonly setHost?: boolean;
}

/** Sends exactly what it is told, where `fetch` would correct, refuse or add: methods, paths, headers. */
export async function sendRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, setHost = true }: HttpRequest = {},
): Promise<HttpAnswer> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  // Node leaves the length out where a body is unusual, such as with DELETE.
  const length =
    body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { hostname, port, path, method, headers: { ...length, ...headers }, setHost };
  const sent = request(options, (response) => {
    readText(response).then(
      (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      reject,
    );
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
