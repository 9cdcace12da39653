import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterEach, beforeAll, expect, vi } from 'vitest';
import { BUILT_DASHBOARD } from './build-dashboard.ts';
import { findBrowser, isRoot } from './find-browser.ts';

/** Above the wait for a browser that must first be installed. */
const START_MS_MAX = 330_000;
const WAIT_MS_MAX = 15_000;
/** A test waits several times, each time perhaps as long as that on a busy machine. */
const TEST_MS_MAX = 300_000;

/**
 * Switched off in the browser. Chromium heeds only the last such switch, so the ones that Playwright names stand here
 * again; ours are the pages that Chromium draws its address bar with, which nobody sees here and which took a second of
 * the processor for each window.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** Runs in the page, before anything of its own. */
const REPORT_POLICY_BREACHES = `document.addEventListener('securitypolicyviolation', (breach) => {
  console.error('content policy: ' + breach.violatedDirective + ' ' + breach.blockedURI + ' ' + breach.sample);
});`;

export interface Visitor {
  /** The session's cookie, as `name=value`; undefined once signed out. */
  cookie(): string | undefined;
}

interface OpenOptions extends BrowserContextOptions {
  /** Who is signed in; nobody unless said. */
  readonly as?: Visitor | undefined;
  /** What follows `/dashboard`; an empty page unless said. */
  readonly path?: string | undefined;
}

export interface BrowserBench {
  readonly browser: Browser;
  /** A page of a browser of its own, which ends with the test: English, light, without motion unless said. */
  open(service: { readonly url: string }, options?: OpenOptions): Promise<Page>;
  /** Another tab of the same person, watched like the first. */
  openTab(page: Page): Promise<Page>;
  /** What this test provokes on purpose, such as `401 GET /dashboard/api/session`; anything else like it fails the test. */
  allow(...troubles: readonly RegExp[]): void;
}

/** One for all files that a process runs; it ends with the process. */
let runningBrowser: Promise<Browser> | undefined;

/**
 * A browser for the tests of the calling file. A test fails when a page of its own threw, wrote an error to the
 * console, broke the content policy, opened a dialog, or was refused something that the test did not allow.
 */
export function useBrowser(): BrowserBench {
  vi.setConfig({ testTimeout: TEST_MS_MAX, hookTimeout: TEST_MS_MAX });
  const contexts: BrowserContext[] = [];
  const troubles: string[] = [];
  const allowed: RegExp[] = [];
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!existsSync(join(BUILT_DASHBOARD, 'index.html'))) {
      throw new Error(
        'The dashboard is not built: run `npm run build:dashboard`, or the tests by `npm test`',
      );
    }
    runningBrowser ??= startBrowser();
    browser = await runningBrowser;
  }, START_MS_MAX);
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const unexpected = troubles.splice(0).filter((trouble) => !allowed.some((one) => one.test(trouble)));
    allowed.length = 0;
    expect(unexpected, 'what went wrong in the browser').toEqual([]);
  });

  const bench: BrowserBench = {
    get browser() {
      if (browser === undefined) throw new Error('The browser is there once tests run');
      return browser;
    },
    open: async (service, { as, path, ...options } = {}) => {
      const context = await openContext(bench.browser, options);
      contexts.push(context);
      const [name, value] = as?.cookie()?.split('=') ?? [];
      if (name !== undefined && value !== undefined) {
        await context.addCookies([{ name, value, url: service.url }]);
      }
      const page = await context.newPage();
      watch(page, troubles);
      if (path !== undefined) await page.goto(`${service.url}/dashboard${path}`);
      return page;
    },
    openTab: async (page) => {
      const tab = await page.context().newPage();
      watch(tab, troubles);
      return tab;
    },
    allow: (...more) => void allowed.push(...more),
  };
  return bench;
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [
      '--headless=new',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      `--disable-features=${FEATURES_OFF.join(',')}`,
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  });
}

async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...options,
  });
  context.setDefaultTimeout(WAIT_MS_MAX);
  await context.addInitScript(REPORT_POLICY_BREACHES);
  return context;
}

/** Notes what no page may do. A request that a navigation or a closed page gave up has not failed. */
function watch(page: Page, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(`thrown: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => {
    // The dialog that asks before leaving a page is the browser's own.
    if (dialog.type() !== 'beforeunload') troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // What the server refused is noted below, with its address.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    troubles.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    const { pathname } = new URL(response.url());
    troubles.push(`${response.status()} ${response.request().method()} ${pathname}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') troubles.push(`${reason} ${request.method()} ${request.url()}`);
  });
}
