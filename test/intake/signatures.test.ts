import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Provider } from '../../src/rules/provider.ts';
import { readSigningKey, signMessage } from '../../src/signing/standard-webhooks.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage } from '../support/provider.ts';
import { PROVIDER_SECRETS, startTestService, type TestService } from '../support/service.ts';

const KEY_A = readSigningKey(PROVIDER_SECRETS.provider_a_alerts);
const KEY_B = readSigningKey(PROVIDER_SECRETS.provider_b_rdr);
const INVALID_SIGNATURE = { error: { code: 'UNAUTHORIZED', message: 'Invalid signature' } };

let service: TestService;
let company: TestCompany;
let body: string;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
});
afterAll(() => service.stop());
beforeEach(() => {
  body = JSON.stringify({ alerts: [alertMessage(company)] });
});

async function post(
  headers: Record<string, string>,
  sent: string | Buffer = body,
  to: Provider = 'provider_a_alerts',
) {
  return fetch(`${service.url}/providers/${to}/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof sent === 'string' ? sent : new Uint8Array(sent),
  });
}

function sign(key = KEY_A, agoMs = 0): Record<string, string> {
  return { ...signMessage(key, { id: 'msg_1', at: new Date(Date.now() - agoMs), body }) };
}

function without(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(sign()).filter(([key]) => key !== name));
}

async function countStored(): Promise<number> {
  const [row] = await service.sql<{ count: number }[]>`
    select (select count(*) from alerts)::int + (select count(*) from unrouted_alerts)::int
      + (select count(*) from alert_receipts)::int as count`;
  return row?.count ?? -1;
}

describe('a wrong or missing signature is 401 UNAUTHORIZED and nothing is stored (design, chapter 2)', () => {
  test.for<[what: string, headers: () => Record<string, string>]>([
    ['no signature headers at all', () => ({})],
    ['no webhook-id', () => without('webhook-id')],
    ['no webhook-timestamp', () => without('webhook-timestamp')],
    ['no webhook-signature', () => without('webhook-signature')],
    ['signed 5 min 2 s ago', () => sign(KEY_A, 302_000)],
    ['signed 5 min 5 s ahead', () => sign(KEY_A, -305_000)],
    ["signed with the other provider's secret", () => sign(KEY_B)],
    ['signed with a secret of nobody', () => sign(Buffer.alloc(32, 'x'))],
    ['a signature of another message id', () => ({ ...sign(), 'webhook-id': 'msg_2' })],
    ['garbage for a signature', () => ({ ...sign(), 'webhook-signature': 'v1,garbage' })],
    [
      'another version',
      () => ({ ...sign(), 'webhook-signature': String(sign()['webhook-signature']).replace('v1', 'v2') }),
    ],
    ["a company's credential instead of a signature", () => ({ authorization: company.authorization })],
  ])('%s', async ([, headers]) => {
    const before = await countStored();
    const answer = await post(headers());
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual(INVALID_SIGNATURE);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    expect(await countStored()).toBe(before);
  });

  test('a body that was changed by one byte', async () => {
    const before = await countStored();
    const headers = sign();
    for (const position of [0, 20, body.length - 1]) {
      const changed = Buffer.from(body);
      changed.writeUInt8((changed[position] ?? 0) ^ 1, position);
      expect((await post(headers, changed)).status).toBe(401);
    }
    expect((await post(headers, `${body} `)).status).toBe(401);
    expect((await post(headers, '')).status).toBe(401);
    expect(await countStored()).toBe(before);
  });

  test('the signature is checked before the body is read: not even its form is told to strangers', async () => {
    const answer = await post({}, 'not JSON');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual(INVALID_SIGNATURE);
  });
});

describe('what is taken', () => {
  test.for<[what: string, headers: () => Record<string, string>]>([
    ['signed now', () => sign()],
    ['signed 4 min 50 s ago', () => sign(KEY_A, 290_000)],
    ['signed 4 min 50 s ahead', () => sign(KEY_A, -290_000)],
    [
      'several signatures, ours among them',
      () => ({ ...sign(), 'webhook-signature': `v1,AAAA ${String(sign()['webhook-signature'])}` }),
    ],
  ])('%s', async ([, headers]) => {
    const answer = await post(headers());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ results: [{ result: 'accepted' }] });
  });

  test("each provider's secret opens its own path only", async () => {
    expect((await post(sign(KEY_B), body, 'provider_b_rdr')).status).toBe(200);
    expect((await post(sign(KEY_A), body, 'provider_b_rdr')).status).toBe(401);
    expect((await post(sign(KEY_B), body, 'provider_a_alerts')).status).toBe(401);
  });

  test('the same signed message again stores nothing new: every alert is a duplicate', async () => {
    const headers = sign();
    expect((await post(headers)).status).toBe(200);
    const before = await countStored();
    expect(await (await post(headers)).json()).toMatchObject({ results: [{ result: 'duplicate' }] });
    expect(await countStored()).toBe(before);
  });
});

test('an unknown provider has no path', async () => {
  const answer = await post(sign(), body, 'provider_c' as Provider);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
});
