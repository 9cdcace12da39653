import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { createTestUser, signIn, TEST_PASSWORD } from '../support/dashboard.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();
const chrome = useBrowser();
const TABS_MAX = 60;

beforeAll(async () => {
  for (const amount of ['10.00', '20.00', '30.00']) {
    await receiveAlert(dashboard.service.url, dashboard.company, 'provider_a_alerts', {
      amount,
      issuer: `Banco ${amount}`,
    });
  }
});

/** What a screen reader would say of the element that has the focus, in short. */
const READ_FOCUS = `(() => {
  const element = document.activeElement;
  return (element.getAttribute('aria-label') ?? element.textContent).trim() || element.tagName;
})()`;
const focused = (page: Page): Promise<string> => page.evaluate<string>(READ_FOCUS);

/** Goes on by Tab until the focus stands there, as somebody without a mouse does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`${TABS_MAX} tabs never led to ${name}`);
}

async function openAlerts(): Promise<Page> {
  const page = await chrome.open(dashboard.service, { as: dashboard.analyst, path: '/alerts' });
  await page.locator('[data-row]').first().waitFor();
  return page;
}

/** Gives the person all the time they need to take an answer back; the machine may be slow. */
async function holdLonger(page: Page): Promise<void> {
  await page.route('**/dashboard/api/alerts/*/answer', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await dashboard.service.sql`update held_answers set apply_at = apply_at + interval '10 minutes'`;
    body.alert.held.until = new Date(Date.parse(body.alert.held.until) + 600_000).toISOString();
    await route.fulfill({ response, json: body });
  });
}

test('signing in needs no mouse', async () => {
  chrome.allow(/^401 GET \/dashboard\/api\/session$/);
  const { email } = await createTestUser(dashboard.service.sql, { role: 'viewer' });
  const page = await chrome.open(dashboard.service, { path: '/' });
  await page.getByLabel('Email').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
});

test('an alert is found, answered and taken back by keys alone', async () => {
  const page = await openAlerts();
  await holdLonger(page);
  await page.keyboard.press('/');
  await page.keyboard.type('Banco 20.00');
  // Every letter arrives, however slowly the list follows.
  await page.waitForURL((url) => url.searchParams.get('q') === 'Banco 20.00');
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.locator('[data-row-link]:focus').waitFor();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Set the status of R$20.00' });
  await dialog.waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  // Back on the row, whose next stop is the way to take it back.
  await page.locator('[data-row-link]:focus').waitFor();
  await tabTo(page, /^Undo/);
  await page.keyboard.press('Enter');
  await page.getByText('Taken back; the alert waits for an answer again.').waitFor();
  const held = await dashboard.service.sql`select 1 from held_answers`;
  expect(held).toHaveLength(0);
});

test('j and k move, x selects, s answers the selection, Escape clears it, Enter opens', async () => {
  const page = await openAlerts();
  const rows = page.locator('[data-row]');
  await expect.poll(() => rows.count()).toBe(3);
  const focusedRow = (): Promise<number> =>
    page.evaluate(
      `[...document.querySelectorAll('[data-row]')].findIndex((row) => row.contains(document.activeElement))`,
    );
  const moves = [];
  for (const key of ['j', 'j', 'j', 'j', 'k']) {
    await page.keyboard.press(key);
    moves.push(await focusedRow());
  }
  expect(moves).toEqual([0, 1, 2, 2, 1]);
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selected alerts' }).getByText('2 selected').waitFor();
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: 'Set the status of 2 alerts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focusedRow()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Selected alerts' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/alerts\/[0-9a-f-]{36}/);
});

test('? lists the keys, Ctrl-K leads anywhere, and the focus comes back to where it was', async () => {
  const page = await openAlerts();
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.waitFor();
  for (const label of ['On this page', 'Everywhere', 'Search or jump']) await help.getByText(label).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.locator('[data-row]').first().locator('[data-row-link]:focus').waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await page.keyboard.type('Webhoo');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/deliveries');
});

test('a dialog keeps the focus inside, and gives it back to the button that opened it', async () => {
  const owner = await signIn(dashboard.service, { role: 'owner' });
  const page = await chrome.open(dashboard.service, { as: owner, path: '/team' });
  await page.getByRole('button', { name: 'Invite' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  for (let tabs = 0; tabs < 12; tabs += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        `document.activeElement === document.body || document.activeElement.closest('dialog') !== null`,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Invite');
});

test('keys do nothing while somebody types, nor once they are switched off, which is kept', async () => {
  const page = await chrome.open(dashboard.service, { as: dashboard.analyst, path: '/account' });
  await page.getByLabel('Current password').focus();
  await page.keyboard.type('?s');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto(`${dashboard.service.url}/dashboard/alerts`);
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.locator('[data-row-link]:focus').count()).toBe(0);
});
