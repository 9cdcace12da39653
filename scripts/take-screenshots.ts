// Takes the pictures of docs/screenshots from a sandbox of its own: `npm run screenshots`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { AlertPageShape } from '../src/shapes/dashboard/alerts.ts';
import type { BulkUpdateShape } from '../src/shapes/dashboard/bulk-updates.ts';
import { startBrowser } from '../test/support/browser.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'docs/screenshots');
const PORT = 4390;
const URL_BASE = `http://localhost:${PORT}`;
const API = `${URL_BASE}/dashboard/api`;
const START_TRIES = 300;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

interface Login {
  readonly email: string;
  readonly password: string;
}

interface Picture {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly size: { readonly width: number; readonly height: number };
  readonly login: Login;
  /** Leads to what is to be seen and waits for it. */
  readonly show: (page: Page) => Promise<void>;
}

async function takeAll(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'chargeback-alerts-pictures-'));
  const service = spawn(process.execPath, ['bin/chargeback-alerts.js', 'serve'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  const browser = await startBrowser();
  try {
    await untilReady();
    for (const picture of listPictures(await readLogins(dataDir))) await take(browser, picture);
  } finally {
    await browser.close();
    await stop(service);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Ready, and the simulated month is there. */
async function untilReady(): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    const answer = await fetch(`${URL_BASE}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(200);
  }
  throw new Error('The service did not start');
}

async function readLogins(dataDir: string): Promise<{ company: Login; operator: Login }> {
  const record = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'));
  return {
    company: { email: record.user_email, password: record.user_password },
    operator: { email: record.operator_email, password: record.operator_password },
  };
}

function listPictures({ company, operator }: { company: Login; operator: Login }): Picture[] {
  const themes = ['light', 'dark'] as const;
  const desktop = themes.flatMap((theme): Picture[] => {
    const shared = { theme, size: DESKTOP, login: company };
    return [
      { ...shared, name: `overview-${theme}`, show: showPage('/', 'svg') },
      { ...shared, name: `alerts-${theme}`, show: showPage('/alerts', 'tbody tr') },
      { ...shared, name: `alert-${theme}`, show: showFirstAlert },
      { ...shared, name: `import-${theme}`, show: showImport },
    ];
  });
  return [
    ...desktop,
    {
      name: 'alerts-phone',
      theme: 'light',
      size: PHONE,
      login: company,
      show: showPage('/alerts', 'main li'),
    },
    {
      name: 'providers-light',
      theme: 'light',
      size: DESKTOP,
      login: operator,
      show: showPage('/operator/providers', 'svg'),
    },
  ];
}

async function take(browser: Browser, { name, theme, size, login, show }: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    locale: 'en-US',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page, login);
  await show(page);
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await context.close();
  console.log(`docs/screenshots/${name}.png`);
}

async function signIn(page: Page, { email, password }: Login): Promise<void> {
  await page.goto(`${URL_BASE}/dashboard/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

function showPage(path: string, content: string): Picture['show'] {
  return async (page) => {
    await page.goto(`${URL_BASE}/dashboard${path}`);
    await page.locator(content).first().waitFor();
  };
}

/** One that was answered, since its timeline tells most. */
async function showFirstAlert(page: Page): Promise<void> {
  await page.goto(`${URL_BASE}/dashboard/alerts?view=answered`);
  await page.locator('tbody tr a').first().click();
  await page.getByText('Timeline').first().waitFor();
}

/** A file with a bit of everything, checked and not applied. */
async function showImport(page: Page): Promise<void> {
  const { request } = page.context();
  const list: AlertPageShape = await (await request.get(`${API}/alerts?view=all&per_page=100`)).json();
  const lines = list.data.map(
    ({ provider_alert_id: alert }, line) => `${alert};${line % 5 === 4 ? 'suspended' : 'account_suspended'}`,
  );
  const file = ['alert;status', ...lines, lines[0], '1,23E+15;other', 'A0000000000000000001;notfound'];
  const checked = await request.post(`${API}/bulk-updates/csv?file_name=answers-november.csv`, {
    headers: { 'content-type': 'text/csv', origin: URL_BASE },
    data: file.join('\r\n'),
  });
  const { id }: BulkUpdateShape = await checked.json();
  await page.goto(`${URL_BASE}/dashboard/imports/${id}`);
  await page.getByText('answers-november.csv').first().waitFor();
}

async function stop(service: ChildProcess): Promise<void> {
  const stopped = once(service, 'exit');
  service.kill('SIGTERM');
  await stopped;
}

await takeAll();
