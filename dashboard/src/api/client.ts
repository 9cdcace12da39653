import { ApiError } from './api-error.ts';
import { followServerTime } from './server-clock.ts';

const BASE = '/dashboard/api';
const TIMEOUT_MS = 30_000;
/** A file of 25 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 300_000;

export type Query = object;

/** Where a path of the service's dashboard API stands; for `href` of downloads too. Empty values are left out. */
export function apiUrl(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean') {
      search.set(name, String(value));
    }
  }
  const text = search.toString();
  return `${BASE}${path}${text ? `?${text}` : ''}`;
}

export function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  return request('GET', apiUrl(path, query), undefined, signal);
}

/** A Blob goes out as it is, as a CSV file; anything else as JSON. */
export function post<T = void>(path: string, body?: unknown, query?: Query): Promise<T> {
  return request('POST', apiUrl(path, query), body);
}

export function patch<T = void>(path: string, body: unknown): Promise<T> {
  return request('PATCH', apiUrl(path), body);
}

export function del<T = void>(path: string): Promise<T> {
  return request('DELETE', apiUrl(path), undefined);
}

async function request<T>(method: string, url: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const isFile = body instanceof Blob;
  const timeout = AbortSignal.timeout(isFile ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...contentType(body, isFile) },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  if (body !== undefined) init.body = isFile ? body : JSON.stringify(body);
  const sentAt = Date.now();
  return readAnswer<T>(await reach(url, init, signal), sentAt);
}

/** What the service answered, or its refusal as an error. */
export async function readAnswer<T>(response: Response, sentAtMs: number): Promise<T> {
  const answer = await readBody(response);
  if (!response.ok) throw refusal(response, answer);
  if (hasServerTime(answer)) followServerTime(answer.server_time, sentAtMs, Date.now());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service and this page are built from the same shapes
  return answer as T;
}

function contentType(body: unknown, isFile: boolean): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-type': isFile ? 'text/csv' : 'application/json' };
}

async function reach(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    // Whoever cancelled must hear of the cancelling, not of a broken line.
    if (signal?.aborted) throw error;
    throw new ApiError('NETWORK_ERROR', 'The service could not be reached', 0, null);
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

interface Envelope {
  readonly error: { readonly code: string; readonly message: string };
}

function refusal(response: Response, answer: unknown): ApiError {
  const requestId = response.headers.get('x-request-id');
  const { code, message } = isEnvelope(answer)
    ? answer.error
    : { code: `HTTP_${response.status}`, message: response.statusText };
  return new ApiError(code, message, response.status, requestId);
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'object';
}

function hasServerTime(value: unknown): value is { server_time: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'server_time' in value &&
    typeof value.server_time === 'string'
  );
}
