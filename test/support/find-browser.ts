import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const OF_MACOS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const WHAT_TO_DO =
  'The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium), or say where it is with CHROME_PATH';
const INSTALL_MS_MAX = 300_000;

export const isRoot = process.getuid?.() === 0;

/** The program to start: the one that was named, else an installed one, else Playwright's own, else one that we install. */
export function findBrowser(): string {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH is ${named}, and nothing is there`);
  }
  const found = findInstalled() ?? findPlaywrights();
  if (found !== undefined) return found;
  if (isRoot && isDebian()) installDebianPackage();
  const installed = findInstalled();
  if (installed !== undefined) return installed;
  throw new Error(WHAT_TO_DO);
}

function findInstalled(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...OF_MACOS].find((path) => existsSync(path));
}

function findPlaywrights(): string | undefined {
  const path = chromium.executablePath();
  return path !== '' && existsSync(path) ? path : undefined;
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** Test files run side by side: the first one installs, the others wait for it and then find the package there. */
function installDebianPackage(): void {
  const install = [
    'command -v chromium && exit 0',
    'apt-get update -qq',
    'apt-get install -y -qq --no-install-recommends chromium',
  ].join('\n');
  try {
    execFileSync('flock', ['/tmp/chargeback-alerts-browser.lock', 'sh', '-ec', install], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_MS_MAX,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } catch (error) {
    throw new Error(`Installing the Debian package chromium failed. ${WHAT_TO_DO}`, { cause: error });
  }
}
