import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { BUILT_DASHBOARD } from '../support/build-dashboard.ts';
import { createTestUser, TEST_PASSWORD } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();
const chrome = useBrowser();
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

describe('the built document', () => {
  const html = readFileSync(join(BUILT_DASHBOARD, 'index.html'), 'utf8');

  test('has no script, style or handler of its own, which the content policy would have to allow', () => {
    const scripts = [...html.matchAll(/<script\b(?<attributes>[^>]*)>(?<body>[^<]*)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const { groups } of scripts) {
      expect(groups?.['attributes']).toMatch(/ src="\/dashboard\/assets\/[^"]+"/);
      expect(groups?.['body']).toBe('');
    }
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  });

  test('asks nothing of another site', () => {
    const addresses = [...html.matchAll(/(?:src|href)="(?<address>[^"]+)"/g)];
    expect(addresses.length).toBeGreaterThan(0);
    for (const { groups } of addresses) expect(groups?.['address']).toMatch(/^\/dashboard\/assets\//);
  });

  test('puts the theme on before anything is painted: the first script blocks', () => {
    const [first] = html.match(/<script\b[^>]*>/) ?? [];
    expect(first).toMatch(/src="\/dashboard\/assets\/first-paint-[\w-]+\.js"/);
    expect(first).not.toMatch(/\b(?:async|defer|type="module")/);
  });
});

test('a page comes with the whole content policy, and the browser holds to it', async () => {
  const page = await chrome.open(dashboard.service, { as: dashboard.analyst });
  const answer = await page.goto(`${dashboard.service.url}/dashboard/alerts`);
  expect(answer?.headers()['content-security-policy']).toBe(POLICY);
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();

  chrome.allow(/content policy|Content Security Policy/);
  const ran = await page.evaluate<unknown>(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective));
    const script = document.createElement('script');
    script.textContent = 'window.hasRun = true';
    document.head.append(script);
  })`);
  expect(ran).toBe('script-src-elem');
  expect(await page.evaluate('window.hasRun')).toBeUndefined();
});

test('the cookie that a login sets is out of the reach of scripts and of other sites', async () => {
  const user = await createTestUser(dashboard.service.sql, { role: 'viewer' });
  const page = await chrome.open(dashboard.service, { path: '/login' });
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const [cookie, ...more] = await page.context().cookies();
  expect(more).toEqual([]);
  expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(await page.evaluate('document.cookie')).toBe('');
});

describe('behind https', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ PUBLIC_URL: 'https://alerts.example' });
  });
  afterAll(() => service.stop());

  test('the cookie is bound to this host, and the browser is told to come back by https only', async () => {
    const { email } = await createTestUser(service.sql, { role: 'viewer' });
    const login = await fetch(`${service.url}/dashboard/api/login`, {
      method: 'POST',
      headers: { origin: 'https://alerts.example', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: TEST_PASSWORD }),
    });
    const [cookie] = login.headers.getSetCookie();
    expect(cookie?.replace(/=[^;]+/, '=token')).toBe(
      '__Host-session=token; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    const page = await fetch(`${service.url}/dashboard`);
    expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    expect(page.headers.get('content-security-policy')).toBe(POLICY);
  });
});
