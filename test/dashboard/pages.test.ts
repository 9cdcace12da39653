import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPageRoutes } from '../../src/dashboard/page-routes.ts';
import { createApp } from '../../src/http/app.ts';
import { watchForWrongMethods } from '../../src/http/wrong-methods.ts';

const PAGE = '<!doctype html><title>dashboard</title>';
const SCRIPT = 'console.log("a page");'.repeat(50);
const NOT_FOUND = { error: { code: 'NOT_FOUND', message: 'No such path' } };

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'secret.txt'), 'beside the assets');
  await writeFile(join(folder, 'assets/page-abc.js'), SCRIPT);
  await writeFile(join(folder, 'assets/page-abc.js.br'), brotliCompressSync(SCRIPT));
  app = await createPages(folder, 'https://alerts.example');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function createPages(builtFolder: string, publicUrl: string): Promise<FastifyInstance> {
  const created = createApp(pino({ level: 'silent' }));
  const answerWrongMethods = watchForWrongMethods(created);
  created.get('/dashboard/api/session', async () => ({ who: 'somebody' }));
  await addPageRoutes(created, { publicUrl }, builtFolder);
  answerWrongMethods();
  return created;
}

describe('every address of the dashboard is the one document', () => {
  test.each([
    '/dashboard',
    '/dashboard/',
    '/dashboard?x=1',
    '/dashboard/alerts',
    '/dashboard/alerts?view=all&page=2',
    '/dashboard/alerts/0197f2a0-0000-7000-8000-000000000000',
    '/dashboard/deliveries/a/b',
    '/dashboard/operator/companies',
    '/dashboard/apikeys',
    '/dashboard/no/such/page',
  ])('GET %s', async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toBe(PAGE);
  });

  test('HEAD tells the same without the body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/dashboard/alerts' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

describe('what is not a page is told in the envelope', () => {
  test.each([
    '/dashboard/api',
    '/dashboard/api/',
    '/dashboard/api?x',
    '/dashboard/api/nothing',
    '/dashboard/api/alerts/x/y/z',
    '/dashboard/assets/nothing.js',
    '/dashboard/assets/',
    '/dashboard/assets/..%2fsecret.txt',
    '/dashboardx',
  ])('GET %s → 404', async (url) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.json()]).toEqual([404, NOT_FOUND]);
  });

  test.each(['../secret.txt', '%2e%2e/secret.txt'])(
    'assets/%s leads to a page, never to a file',
    async (path) => {
      expect((await app.inject({ url: `/dashboard/assets/${path}` })).body).toBe(PAGE);
    },
  );

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)(
    '%s /dashboard → 405 and what is allowed',
    async (method) => {
      const answer = await app.inject({ method, url: '/dashboard' });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
    },
  );

  test("a route of the dashboard's API goes before the pages", async () => {
    expect((await app.inject({ url: '/dashboard/api/session' })).json()).toEqual({ who: 'somebody' });
  });
});

describe('the files that a page is made of', () => {
  test('are kept by browsers for good, since their names change with their content', async () => {
    const answer = await app.inject({ url: '/dashboard/assets/page-abc.js' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.body).toBe(SCRIPT);
  });

  test('go out compressed to whoever can read it', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const answer = await app.inject({ url: '/dashboard/assets/page-abc.js', headers });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['vary']).toMatch(/accept-encoding/i);
    expect(answer.rawPayload.length).toBeLessThan(SCRIPT.length / 2);
  });
});

describe('what a browser must hold to', () => {
  test.each(['/dashboard', '/dashboard/alerts', '/dashboard/assets/page-abc.js'])('on %s', async (url) => {
    const { headers } = await app.inject({ url });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toMatch(/camera=\(\)/);
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
  });

  test('https is demanded only where the public address has it', async () => {
    const plain = await createPages(folder, 'http://localhost:3000');
    const { headers } = await plain.inject({ url: '/dashboard' });
    expect(headers['strict-transport-security']).toBeUndefined();
    await plain.close();
  });
});

test('without a build the pages say so with 503, the API goes on, and a later build counts at once', async () => {
  const empty = await mkdtemp(join(folder, 'empty-'));
  const built = join(empty, 'dist');
  const pages = await createPages(built, 'http://localhost:3000');
  const missing = await pages.inject({ url: '/dashboard/alerts' });
  expect(missing.statusCode).toBe(503);
  expect(missing.body).toContain('npm run build:dashboard');
  expect((await pages.inject({ url: '/dashboard/api/session' })).statusCode).toBe(200);
  await mkdir(built);
  await writeFile(join(built, 'index.html'), PAGE);
  expect((await pages.inject({ url: '/dashboard/alerts' })).body).toBe(PAGE);
  await pages.close();
});
