import { METHODS } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sendRequest } from '../support/http-request.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOT_FOUND = { error: { code: 'NOT_FOUND', message: expect.stringMatching(/\S/) } };

const BODIES = [
  [undefined, undefined],
  ['application/json', undefined],
  ['application/json', 'no json'],
  ['text/plain', 'text'],
  [undefined, 'anything'],
  ['application/json', 'x'.repeat(100_000)],
] as const;

describe('D9: an unknown path → 404 NOT_FOUND in the envelope', () => {
  test.each([
    '/',
    '/nothing',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/chargeback-alert',
    '/api/v2/chargeback-alert/alerts',
    '/api/v1/chargeback-alert/alert',
    '/api/v1/chargeback-alert/alerts/x/status/y',
    '/API/V1/chargeback-alert/alerts',
    '/api/v1/chargeback-alert/get',
    '/api/v1/chargeback-alert/update/status',
    '/chargeback-alert',
    '/chargeback-alert/alerts',
    '/providers/provider_c/alerts',
    '/.env',
    '/..%2f..%2fetc/passwd',
    '/%00',
    '/nothing?page=0',
    `/${'x'.repeat(8000)}`,
  ])('GET %s', async (path) => {
    const { authorization } = api.company;
    const answer = await sendRequest(api.service.url, path, { headers: { authorization } });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([404, NOT_FOUND]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-request-id']).toMatch(UUID);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    '%s /nothing, with a body or without',
    async (method) => {
      for (const [type, body] of BODIES) {
        const headers = type === undefined ? {} : { 'content-type': type };
        const request = { method, headers, ...(body === undefined ? {} : { body }) };
        const answer = await sendRequest(api.service.url, '/nothing', request);
        expect([answer.status, JSON.parse(answer.text)]).toEqual([404, NOT_FOUND]);
      }
    },
  );

  test.each(['/%zz', '/%', '/a%2', '/api/v1/chargeback-alert/alerts/%zz', '/%c3%28', '/%ff%fe', '/%e0%a4%a'])(
    'bad percent-encoding: %s → a client error in the envelope, never a 500',
    async (path) => {
      const { authorization } = api.company;
      const answer = await sendRequest(api.service.url, path, { headers: { authorization } });
      expect([400, 404]).toContain(answer.status);
      expect(JSON.parse(answer.text)).toEqual({
        error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.not.stringContaining('%') },
      });
      expect(answer.headers['x-request-id']).toMatch(UUID);
    },
  );
});

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/chargeback-alert/alerts': ['GET', 'HEAD'],
  '/api/v1/chargeback-alert/alerts/0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e': ['GET', 'HEAD'],
  '/api/v1/chargeback-alert/alerts/0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e/status': ['PATCH'],
  '/chargeback-alert/get': ['POST'],
  '/chargeback-alert/update/status': ['POST'],
  '/providers/provider_a_alerts/alerts': ['POST'],
  '/providers/provider_b_rdr/alerts': ['POST'],
  '/healthz': ['GET', 'HEAD'],
  '/readyz': ['GET', 'HEAD'],
  '/openapi.json': ['GET', 'HEAD'],
  '/docs': ['GET', 'HEAD'],
  '/docs/json': ['GET', 'HEAD'],
  '/metrics': ['GET', 'HEAD'],
};
/** CONNECT asks for a tunnel and is no request on a path; PRI is the opening of HTTP/2. */
const ALL_METHODS = METHODS.filter((method) => method !== 'CONNECT' && method !== 'PRI');

describe('D9: a wrong method → 405 METHOD_NOT_ALLOWED with Allow, on every path', () => {
  test.each(Object.entries(ALLOWED))('%s allows %j and nothing else', async (path, allowed) => {
    const wrong = ALL_METHODS.filter((method) => !allowed.includes(method));
    const answers = await Promise.all(
      wrong.map(async (method) => {
        const answer = await sendRequest(api.service.url, path, { method });
        return { ...answer, method };
      }),
    );
    const rows = answers.map(({ method, status, headers, text }) => ({
      method,
      status,
      allow: String(headers['allow']).split(', ').toSorted(),
      code: method === 'HEAD' ? 'METHOD_NOT_ALLOWED' : JSON.parse(text).error.code,
      named: UUID.test(String(headers['x-request-id'])),
    }));
    expect(rows).toEqual(
      wrong.map((method) => ({
        method,
        status: 405,
        allow: allowed,
        code: 'METHOD_NOT_ALLOWED',
        named: true,
      })),
    );
  });

  test('whatever the body and the credentials', async () => {
    const request = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(200_000) };
    const answer = await sendRequest(api.service.url, '/api/v1/chargeback-alert/alerts', request);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});

describe('D9: always an x-request-id, and never kept by a cache', () => {
  const PATHS = [
    '/api/v1/chargeback-alert/alerts',
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/nothing',
  ];

  test.each(PATHS)('GET %s: one of our own, another each time', async (path) => {
    const headers = { authorization: api.company.authorization };
    const first = await sendRequest(api.service.url, path, { headers });
    const second = await sendRequest(api.service.url, path, { headers });
    expect(first.headers['x-request-id']).toMatch(UUID);
    expect(second.headers['x-request-id']).toMatch(UUID);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(first.headers['cache-control']).toBe('no-store');
  });

  test.each(['abc', '3f0c6f7e-5d2c-4c1b-9a37-2f6f0c8f7a01', 'a.b:c_d-e', '7', 'x'.repeat(64)])(
    'a sane one is kept: %s',
    async (given) => {
      for (const path of [...PATHS, '/%zz']) {
        const headers = { authorization: api.company.authorization, 'x-request-id': given };
        const answer = await sendRequest(api.service.url, path, { headers });
        expect(answer.headers['x-request-id']).toBe(given);
      }
    },
  );

  test.each<[name: string, given: string | string[]]>([
    ['empty', ''],
    ['too long', 'x'.repeat(65)],
    ['with a space', 'a b'],
    ['with a tab', 'a\tb'],
    ['with quotes', '"a"'],
    ['with markup', '<script>alert(1)</script>'],
    ['with letters beyond ASCII', 'caf\u00e9'],
    ['given twice', ['a', 'b']],
    ['a path', '../../etc/passwd'],
    ['JSON', '{"a":1}'],
    ['a card number', '4111111111111111'],
    ['a card number in groups', '4111-1111-1111-1111'],
  ])('a strange one is replaced: %s', async (_name, given) => {
    const answer = await sendRequest(api.service.url, '/healthz', { headers: { 'x-request-id': given } });
    expect(answer.headers['x-request-id']).toMatch(UUID);
  });
});
