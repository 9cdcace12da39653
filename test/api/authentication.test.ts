import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertCredential, revokeCredential } from '../../src/store/companies/credentials.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';
import { waitFor } from '../support/wait-for.ts';

const api = useApi();

const UNAUTHORIZED = '{"error":{"code":"UNAUTHORIZED","message":"Invalid credentials"}}';
const LEGACY_UNAUTHORIZED = '{"error":"Credenciais inválidas."}';
const LIST = '/api/v1/chargeback-alert/alerts';
let id: string;

beforeAll(async () => {
  id = await receiveAlert(api.service.url, api.company);
});

const CURRENT_ROUTES = {
  list: () => ({ method: 'GET', path: LIST }),
  'list with a bad parameter': () => ({ method: 'GET', path: `${LIST}?page=0` }),
  read: () => ({ method: 'GET', path: `${LIST}/${id}` }),
  'read of no UUID': () => ({ method: 'GET', path: `${LIST}/abc` }),
  'status update': () => ({ method: 'PATCH', path: `${LIST}/${id}/status`, body: '{"status":"other"}' }),
  'status update without body': () => ({ method: 'PATCH', path: `${LIST}/${id}/status` }),
};
const STATUS_ALIAS = () => ({
  method: 'POST',
  path: '/chargeback-alert/update/status',
  body: JSON.stringify({ alert_id: id, status: 'other' }),
});
const LOOKUP_ALIAS = () => ({
  method: 'POST',
  path: '/chargeback-alert/get',
  body: JSON.stringify({ alert_id: id }),
});
const ROUTES = {
  ...CURRENT_ROUTES,
  'legacy status alias': STATUS_ALIAS,
  'legacy lookup alias': LOOKUP_ALIAS,
};
type RouteName = keyof typeof ROUTES;
const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[];

async function call(route: RouteName, headers: Record<string, string>) {
  const { path, ...request } = ROUTES[route]();
  return sendRequest(api.service.url, path, {
    ...request,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** Every way to be nobody, given the credential of somebody. */
const WRONG: Readonly<Record<string, (company: TestCompany) => string | undefined>> = {
  'no Authorization header': () => undefined,
  'an empty one': () => '',
  'the scheme alone': () => 'Basic',
  'the scheme and a space': () => 'Basic ',
  'no base64': () => 'Basic !!!not-base64!!!',
  'base64 with more after its end': ({ clientId, clientSecret }) =>
    `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64url')}====QUJD`,
  'the text not encoded': ({ clientId, clientSecret }) => `Basic ${clientId}:${clientSecret}`,
  'no colon': ({ clientId }) => basic(clientId),
  'only a colon': () => basic(':'),
  'no client id': ({ clientSecret }) => basic(`:${clientSecret}`),
  'no secret': ({ clientId }) => basic(`${clientId}:`),
  'a wrong secret': ({ clientId }) => basic(`${clientId}:wrong`),
  'an unknown client id': ({ clientSecret }) => basic(`nobody:${clientSecret}`),
  'both swapped': ({ clientId, clientSecret }) => basic(`${clientSecret}:${clientId}`),
  'a secret with one more character': ({ clientId, clientSecret }) => basic(`${clientId}:${clientSecret}x`),
  'a secret with a line break': ({ clientId, clientSecret }) => basic(`${clientId}:${clientSecret}\n`),
  'a client id in capitals': ({ clientId, clientSecret }) =>
    basic(`${clientId.toUpperCase()}:${clientSecret}`),
  'the digest that is stored': ({ clientId, clientSecret }) =>
    basic(`${clientId}:${hash('sha256', clientSecret)}`),
  'a wildcard': ({ clientSecret }) => basic(`%:${clientSecret}`),
  'a NUL in the client id': ({ clientId, clientSecret }) => basic(`${clientId}\0:${clientSecret}`),
  'a NUL in the secret': ({ clientId, clientSecret }) => basic(`${clientId}:${clientSecret}\0`),
  'bytes that are no text': () => `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}`,
  '6,000 characters': ({ clientId }) => basic(`${clientId}:${'x'.repeat(6000)}`),
  'another scheme': ({ clientSecret }) => `Bearer ${clientSecret}`,
  'another scheme with our text': ({ authorization }) => authorization.replace('Basic', 'Digest'),
  'no scheme': ({ authorization }) => authorization.replace('Basic ', ''),
  'two in one': ({ authorization }) => `${authorization}, ${authorization}`,
};

describe('D6: wrong credentials → 401 on every route, always the same bytes', () => {
  const expected = ROUTE_NAMES.map((route) => ({
    route,
    status: 401,
    text: route === 'legacy lookup alias' ? LEGACY_UNAUTHORIZED : UNAUTHORIZED,
    authenticate: expect.stringMatching(/^Basic\b/),
    type: 'application/json; charset=utf-8',
  }));

  test.each(Object.keys(WRONG))('%s', async (name) => {
    const authorization = WRONG[name]?.(api.company);
    const answers = await Promise.all(
      ROUTE_NAMES.map(async (route) => {
        const { status, text, headers } = await call(
          route,
          authorization === undefined ? {} : { authorization },
        );
        return {
          route,
          status,
          text,
          authenticate: headers['www-authenticate'],
          type: headers['content-type'],
        };
      }),
    );
    expect(answers).toEqual(expected);
  });
});

test('D6: nothing of a 401 tells an unknown client id from a wrong secret', async () => {
  const unknown = await call('list', { authorization: basic('nobody:wrong') });
  const wrong = await call('list', { authorization: basic(`${api.company.clientId}:wrong`) });
  const shown = ({ headers, text }: typeof wrong) => ({ ...headers, date: '', 'x-request-id': '', text });
  expect(shown(unknown)).toEqual(shown(wrong));
});

describe('spec authentication: HTTP Basic, on every route', () => {
  test.each(ROUTE_NAMES)('%s lets the right credential in', async (route) => {
    const { status } = await call(route, { authorization: api.company.authorization });
    expect(status).not.toBe(401);
  });

  test.each([
    ['scheme in small letters', (text: string) => text.replace('Basic', 'basic')],
    ['scheme in capitals', (text: string) => text.replace('Basic', 'BASIC')],
    ['two spaces', (text: string) => text.replace(' ', '  ')],
  ])('%s', async (_name, change) => {
    expect((await call('list', { authorization: change(api.company.authorization) })).status).toBe(200);
  });

  test.each(['a:b', ':', '::', 'ends:', ':begins', 'ção-😀', ' spaced ', 'x'.repeat(200)])(
    'the secret %j works, colons and all',
    async (secret) => {
      const clientId = `client_${hash('sha256', secret).slice(0, 12)}`;
      const { companyId } = api.company;
      await insertCredential(api.service.sql, {
        clientId,
        companyId,
        secretSha256: hash('sha256', secret, 'buffer'),
      });
      expect((await call('list', { authorization: basic(`${clientId}:${secret}`) })).status).toBe(200);
      expect((await call('list', { authorization: basic(`${clientId}:${secret}:`) })).status).toBe(401);
      expect((await call('list', { authorization: basic(`${clientId}:x${secret}`) })).status).toBe(401);
    },
  );
});

function bothHeaders(): Record<string, string> {
  return { clientid: api.company.clientId, clientkey: api.company.clientSecret };
}

describe('spec authentication: clientid and clientkey, on the aliases only', () => {
  test.each(['legacy lookup alias', 'legacy status alias'] as const)('%s takes them', async (route) => {
    expect((await call(route, bothHeaders())).status).toBe(200);
    id = await receiveAlert(api.service.url, api.company);
  });

  test.each(Object.keys(CURRENT_ROUTES) as RouteName[])('%s does not → 401', async (route) => {
    const answer = await call(route, bothHeaders());
    expect([answer.status, answer.text]).toEqual([401, UNAUTHORIZED]);
  });

  test.each<[name: string, headers: (company: TestCompany) => Record<string, string>]>([
    ['clientid alone', ({ clientId }) => ({ clientid: clientId })],
    ['clientkey alone', ({ clientSecret }) => ({ clientkey: clientSecret })],
    ['a wrong key', ({ clientId }) => ({ clientid: clientId, clientkey: 'wrong' })],
    ['an unknown id', ({ clientSecret }) => ({ clientid: 'nobody', clientkey: clientSecret })],
    ['both swapped', ({ clientId, clientSecret }) => ({ clientid: clientSecret, clientkey: clientId })],
    ['both empty', () => ({ clientid: '', clientkey: '' })],
    ['another spelling', ({ clientId, clientSecret }) => ({ client_id: clientId, client_key: clientSecret })],
  ])('%s → 401 on both aliases', async (_name, headers) => {
    const lookup = await call('legacy lookup alias', headers(api.company));
    expect([lookup.status, lookup.text]).toEqual([401, LEGACY_UNAUTHORIZED]);
    const status = await call('legacy status alias', headers(api.company));
    expect([status.status, status.text]).toEqual([401, UNAUTHORIZED]);
  });
});

describe('credentials come and go', () => {
  test('a new credential works at once, even right after it was tried in vain', async () => {
    const clientId = 'client_new';
    const authorization = basic(`${clientId}:fresh`);
    expect((await call('list', { authorization })).status).toBe(401);
    const secretSha256 = hash('sha256', 'fresh', 'buffer');
    await insertCredential(api.service.sql, { clientId, companyId: api.company.companyId, secretSha256 });
    expect((await call('list', { authorization })).status).toBe(200);
  });

  test('a wrong secret fails right after the right one worked, and the other way round', async () => {
    const { authorization, clientId } = api.company;
    for (const [given, status] of [
      [authorization, 200],
      [basic(`${clientId}:no`), 401],
      [authorization, 200],
    ] as const) {
      expect((await call('list', { authorization: given })).status).toBe(status);
    }
  });

  test('a revoked credential stops working while in use, on every route; others of the company go on', async () => {
    const revoked = await createTestCompany(api.service.sql);
    const other = `${revoked.clientId}_other`;
    const secretSha256 = hash('sha256', 'other', 'buffer');
    await insertCredential(api.service.sql, { clientId: other, companyId: revoked.companyId, secretSha256 });
    const { authorization } = revoked;
    expect((await call('list', { authorization })).status).toBe(200);
    await revokeCredential(api.service.sql, revoked.clientId);
    await waitFor('the revoked credential to stop', async () => {
      return (await call('list', { authorization })).status === 401;
    });
    for (const route of ROUTE_NAMES) expect((await call(route, { authorization })).status).toBe(401);
    expect((await call('list', { authorization: basic(`${other}:other`) })).status).toBe(200);
  });
});
