import { beforeAll, describe, expect, test } from 'vitest';
import { sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const WRONG_STATUS = 'status must be one of notfound, account_suspended, other; received ';
const BODY_BYTES_MAX = 64 * 1024;
let id: string;

beforeAll(async () => {
  id = await receiveAlert(api.service.url, api.company, 'provider_b_rdr');
});

const ENDPOINTS = {
  'PATCH status': { method: 'PATCH', path: () => `/api/v1/chargeback-alert/alerts/${id}/status` },
  'legacy status alias': { method: 'POST', path: () => '/chargeback-alert/update/status' },
} as const;
type EndpointName = keyof typeof ENDPOINTS;
const NAMES = ['PATCH status', 'legacy status alias'] as const;

async function sendText(name: EndpointName, body: string | undefined, headers: Record<string, string> = {}) {
  const { method, path } = ENDPOINTS[name];
  return sendRequest(api.service.url, path(), {
    method,
    headers: { authorization: api.company.authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

async function sendJson(name: EndpointName, body: string) {
  return sendText(name, body, { 'content-type': 'application/json' });
}

/** A body that names the alert the way the endpoint wants it, with these members as they are written. */
function bodyWith(name: EndpointName, members: string): string {
  return name === 'PATCH status' ? `{${members}}` : `{"alert_id":${JSON.stringify(id)},${members}}`;
}

async function readStatus(): Promise<string> {
  return (await api.client.read(id)).body.data.status;
}

describe.each(NAMES)('D5 %s: a bad body → 422 VALIDATION_ERROR and nothing changes', (name) => {
  test.each([
    ['no bytes at all', ''],
    ['only spaces', '   '],
    ['broken off', '{"status":"other"'],
    ['not quoted', '{status: other}'],
    ['two values', '{"status":"other"}{"status":"other"}'],
    ['a trailing comma', '{"status":"other",}'],
    ['a form', 'status=other'],
    ['XML', '<status>other</status>'],
    ['undefined', 'undefined'],
    ['null', 'null'],
    ['a number', '5'],
    ['a truth', 'true'],
    ['a text', '"other"'],
    ['an array', '["other"]'],
    ['an array with the right object', '[{"status":"other"}]'],
    ['an empty array', '[]'],
    ['an empty object', '{}'],
    ['NUL bytes', '\0\0'],
    ['a control character inside a text', '{"status":"oth\ner"}'],
  ])('%s', async (_case, body) => {
    const answer = await sendJson(name, body);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toEqual({
      error: { code: 'VALIDATION_ERROR', message: expect.stringMatching(/\S/) },
    });
    expect(await readStatus()).toBe('pending');
  });

  test('no body and no Content-Type', async () => {
    const answer = await sendText(name, undefined);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([422, 'VALIDATION_ERROR']);
  });

  test.each([
    ['missing', '"other":"status"'],
    ['null', '"status":null'],
    ['a number', '"status":1'],
    ['a truth', '"status":true'],
    ['an array', '"status":["other"]'],
    ['an object', '"status":{"status":"other"}'],
    ['in another case of letters', '"Status":"other"'],
    ['only in __proto__', '"__proto__":{"status":"other"}'],
    ['only in constructor', '"constructor":{"prototype":{"status":"other"}}'],
    ['only in data', '"data":{"status":"other"}'],
  ])('status %s', async (_case, members) => {
    const answer = await sendJson(name, bodyWith(name, members));
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(JSON.parse(answer.text).error.message).toContain('status must be one of');
    expect(await readStatus()).toBe('pending');
  });

  test.each([
    ['foo'],
    ['pending'],
    ['expired'],
    ['OTHER'],
    ['other '],
    [' other'],
    [''],
    ['notfound,other'],
    ['__proto__'],
    ['constructor'],
    ['say "no"'],
    ['a\\b'],
    ['não'],
    ['😀'],
    ['$&$1{received}'],
    ['other\0'],
  ])('status %j: the message states what was expected and what was received', async (status) => {
    const answer = await sendJson(name, bodyWith(name, `"status":${JSON.stringify(status)}`));
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toEqual({
      error: { code: 'VALIDATION_ERROR', message: WRONG_STATUS + JSON.stringify(status) },
    });
    expect(await readStatus()).toBe('pending');
  });

  test('a very long status is refused with its beginning, not with all of it', async () => {
    const answer = await sendJson(name, bodyWith(name, `"status":"${'x'.repeat(50_000)}"`));
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text).error.message.startsWith(`${WRONG_STATUS}"xxx`)).toBe(true);
    expect(answer.text.length).toBeLessThan(1000);
  });
});

describe.each(NAMES)('D5 %s: media types', (name) => {
  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/octet-stream',
    'application/jsonp',
    'application/json5',
    'application/vnd.api+json',
    'text/plain; a=application/json',
    'application',
    '*/*',
    ';',
  ])('%s → 415 UNSUPPORTED_MEDIA_TYPE', async (type) => {
    const answer = await sendText(name, bodyWith(name, '"status":"other"'), { 'content-type': type });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await readStatus()).toBe('pending');
  });

  test('a body without Content-Type → 415 UNSUPPORTED_MEDIA_TYPE', async () => {
    const answer = await sendText(name, bodyWith(name, '"status":"other"'));
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

/** A valid body of exactly this many bytes. */
function bodyOfBytes(name: EndpointName, bytes: number): string {
  const empty = bodyWith(name, '"status":"other","padding":""');
  return bodyWith(name, `"status":"other","padding":"${'x'.repeat(bytes - empty.length)}"`);
}

describe.each(NAMES)('D5 %s: size', (name) => {
  test.each([BODY_BYTES_MAX + 1, 2 * BODY_BYTES_MAX])('%i bytes → 413 PAYLOAD_TOO_LARGE', async (bytes) => {
    const answer = await sendJson(name, bodyOfBytes(name, bytes));
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await readStatus()).toBe('pending');
  });

  test('one byte over without Content-Length, in chunks → 413 PAYLOAD_TOO_LARGE', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const answer = await sendText(name, bodyOfBytes(name, BODY_BYTES_MAX + 1), headers);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe.each(NAMES)('D5 %s: sound bodies in unusual clothes are taken', (name) => {
  test.each([
    ['exactly 64 KiB', () => bodyOfBytes(name, BODY_BYTES_MAX), 'application/json'],
    ['extra fields', () => bodyWith(name, '"status":"other","note":"x","id":5'), 'application/json'],
    ['__proto__ beside it', () => bodyWith(name, '"status":"other","__proto__":{"x":1}'), 'application/json'],
    ['constructor beside it', () => bodyWith(name, '"status":"other","constructor":1'), 'application/json'],
    ['escaped letters', () => bodyWith(name, String.raw`"status":"\u006fther"`), 'application/json'],
    ['white space around', () => `\r\n\t ${bodyWith(name, ' "status" : "other" ')} \n`, 'application/json'],
    ['nesting to no purpose', () => bodyWith(name, deepMembers()), 'application/json'],
    ['a charset', () => bodyWith(name, '"status":"other"'), 'application/json; charset=utf-8'],
    ['capital letters in the type', () => bodyWith(name, '"status":"other"'), 'Application/JSON'],
  ])('%s', async (_case, body, type) => {
    const fresh = await receiveAlert(api.service.url, api.company);
    const ownBody = body().replaceAll(id, fresh);
    const path = ENDPOINTS[name].path().replace(id, fresh);
    const { method } = ENDPOINTS[name];
    const headers = { authorization: api.company.authorization, 'content-type': type };
    const answer = await sendRequest(api.service.url, path, { method, headers, body: ownBody });
    expect(answer.text).toContain('"status":"other"');
    expect(answer.status).toBe(200);
    expect((await api.client.read(fresh)).body.data.status).toBe('other');
  });
});

function deepMembers(): string {
  return `"status":"other","deep":${'['.repeat(30_000)}${']'.repeat(30_000)}`;
}
