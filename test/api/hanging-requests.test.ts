import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';

const hang = async (): Promise<never> => new Promise(() => {});
const app = createApp(pino({ level: 'silent' }));
let url: string;

beforeAll(async () => {
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    app.route({ method, url: '/hang', handlerTimeout: 50, handler: hang });
  }
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

test.each([
  ['GET', undefined],
  ['POST', undefined],
  ['POST', '{"read": "to its end"}'],
  ['PATCH', '{"read": "to its end"}'],
])('D9: %s with the body %s, which nobody answers → 503 with Retry-After in time', async (method, body) => {
  const answer = await fetch(`${url}/hang`, {
    method,
    signal: AbortSignal.timeout(5000),
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
});
