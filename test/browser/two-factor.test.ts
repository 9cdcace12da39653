import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { signIn, TEST_PASSWORD } from '../support/dashboard.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();
const chrome = useBrowser();
const ASKED_FOR_CODE = /^401 POST \/dashboard\/api\/login$/;
const PERIOD_MS = 30_000;

/** The code of the app that has this secret, as it stands some periods from now; the service takes one period off. */
function codeOf(secret: string, periodsFromNow = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + periodsFromNow * PERIOD_MS });
}

/** Goes through the dialog of the account page and returns the secret that it showed. */
async function setUpTotp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code from the app').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('once set up, the password alone opens nothing: a code of the app does, and each code once', async () => {
  chrome.allow(ASKED_FOR_CODE);
  const owner = await signIn(dashboard.service, { role: 'owner' });
  const secret = await setUpTotp(await chrome.open(dashboard.service, { as: owner, path: '/account' }));

  const page = await chrome.open(dashboard.service, { path: '/login' });
  await enterPassword(page, owner.email);
  const code = page.getByLabel('Code from your authenticator app');
  await code.waitFor();
  expect(await page.context().cookies()).toEqual([]);
  await page.locator('input:focus').and(code).waitFor();

  await code.fill(codeOf(secret, 40));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This code is not right. Use the newest one.').waitFor();
  // The next one: the present one may be the one that the set-up has used.
  const right = codeOf(secret, 1);
  await code.fill(right);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  const thief = await chrome.open(dashboard.service, { path: '/login' });
  await enterPassword(thief, owner.email);
  await thief.getByLabel('Code from your authenticator app').fill(right);
  await thief.getByRole('button', { name: 'Continue' }).click();
  await thief.getByText('This code is not right. Use the newest one.').waitFor();
});

test('where the company requires it, every page leads to the set-up until it is done', async () => {
  const owner = await signIn(dashboard.service, { role: 'owner' });
  await dashboard.service.sql`
    update companies set requires_totp = true where id = ${owner.companyId}`;
  const page = await chrome.open(dashboard.service, { as: owner, path: '/alerts' });
  await page.getByText('Your company requires two-factor sign-in.').waitFor();
  expect(page.url()).toBe(`${dashboard.service.url}/dashboard/account`);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();

  await setUpTotp(page);
  await page.getByText('Your company requires two-factor sign-in.').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
});

test('switched off with the password, it is asked no more', async () => {
  const owner = await signIn(dashboard.service, { role: 'owner' });
  const page = await chrome.open(dashboard.service, { as: owner, path: '/account' });
  await setUpTotp(page);
  await page.getByRole('button', { name: 'Switch off' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Set up' }).waitFor();

  const next = await chrome.open(dashboard.service, { path: '/login' });
  await enterPassword(next, owner.email);
  await next.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await next.context().cookies()).toHaveLength(1);
});
