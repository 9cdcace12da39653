import type { TestCompany } from './company.ts';

export interface Answer<Body = never> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

// oxlint-disable-next-line typescript/no-explicit-any -- what comes back is asserted, not trusted
type Json = any;

/** A company's application: calls the API with its credential. */
export function createClient(url: string, company: TestCompany) {
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: company.authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    } as Answer<Json>;
  }
  return {
    call,
    list: (query = '') => call('GET', `/api/v1/chargeback-alert/alerts${query}`),
    read: (id: string) => call('GET', `/api/v1/chargeback-alert/alerts/${id}`),
    answer: (id: string, status: unknown, headers: Record<string, string> = {}) =>
      call('PATCH', `/api/v1/chargeback-alert/alerts/${id}/status`, { status }, headers),
    legacyLookup: (body: unknown) => call('POST', '/chargeback-alert/get', body),
    legacyAnswer: (body: unknown, headers: Record<string, string> = {}) =>
      call('POST', '/chargeback-alert/update/status', body, headers),
  };
}
