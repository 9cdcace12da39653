import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { safeReturn } from '../../dashboard/src/pages/login/safe-return.ts';
import { useBrowser } from '../support/browser.ts';
import { createTestUser, signIn, signInAs, TEST_PASSWORD, type TestUser } from '../support/dashboard.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();
const chrome = useBrowser();
const NOBODY_YET = /^401 GET \/dashboard\/api\/session$/;
const REFUSED_LOGIN = /^401 POST \/dashboard\/api\/login$/;
const NEW_PASSWORD = 'another password of some length';

let user: TestUser;
beforeAll(async () => {
  user = await createTestUser(dashboard.service.sql, {
    role: 'analyst',
    companyId: dashboard.company.companyId,
  });
});

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const addressOf = (page: Page): string => page.url().replace(dashboard.service.url, '');

test('a page asked for without a session leads to the login, and from there to that page', async () => {
  chrome.allow(NOBODY_YET);
  const page = await chrome.open(dashboard.service, { path: '/alerts?view=answered&currency=BRL' });
  await fillLogin(page, user.email, TEST_PASSWORD);
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
  expect(addressOf(page)).toBe('/dashboard/alerts?view=answered&currency=BRL');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
});

test('a wrong password and an unknown address are told in the same words, and nobody is signed in', async () => {
  chrome.allow(NOBODY_YET, REFUSED_LOGIN);
  const page = await chrome.open(dashboard.service, { path: '/' });
  const said: string[] = [];
  for (const [email, password] of [
    [user.email, 'not the right password'],
    ['nobody@company.example', TEST_PASSWORD],
  ] as const) {
    await fillLogin(page, email, password);
    await page.getByRole('button', { name: 'Sign in', disabled: false }).waitFor();
    said.push((await page.getByRole('alert').textContent()) ?? '');
  }
  expect(said).toEqual(['Email or password is wrong.', 'Email or password is wrong.']);
  expect(await page.context().cookies()).toEqual([]);
});

test('a login address that names another site leads to our start page', async () => {
  const page = await chrome.open(dashboard.service, { path: '/login?return=//evil.example/x' });
  await fillLogin(page, user.email, TEST_PASSWORD);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(addressOf(page)).toBe('/dashboard/');
});

test.each([
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'evil',
  '',
  '/login?return=/x',
])('after signing in, nobody is led to %j', (wanted) => expect(safeReturn(wanted)).toBe('/dashboard/'));

test('who signs out is out: neither going back nor the old cookie shows anything', async () => {
  chrome.allow(NOBODY_YET);
  const client = await signInAs(dashboard.service, user);
  const page = await chrome.open(dashboard.service, { as: client, path: '/alerts' });
  await page.getByRole('button', { name: `Account menu of ${user.email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  expect((await client.get('/session')).status).toBe(401);
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a session that ends while somebody works leads to the login and back to the same page', async () => {
  chrome.allow(/^401 /);
  const client = await signInAs(dashboard.service, user);
  const page = await chrome.open(dashboard.service, { as: client, path: '/deliveries' });
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  await dashboard.service.sql`delete from sessions where id = ${client.sessionId}`;
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await fillLogin(page, user.email, TEST_PASSWORD);
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  expect(addressOf(page)).toBe('/dashboard/webhooks');
});

test('a new password signs out every other device, and only it opens the door', async () => {
  chrome.allow(NOBODY_YET, REFUSED_LOGIN);
  const owner = await signIn(dashboard.service, { role: 'owner' });
  const elsewhere = await signInAs(dashboard.service, owner);
  const page = await chrome.open(dashboard.service, { as: owner, path: '/account' });
  await page.getByLabel('Current password').fill(TEST_PASSWORD);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').waitFor();
  expect((await elsewhere.get('/session')).status).toBe(401);
  expect((await owner.get('/session')).status).toBe(200);

  const next = await chrome.open(dashboard.service, { path: '/login' });
  await fillLogin(next, owner.email, TEST_PASSWORD);
  await next.getByText('Email or password is wrong.').waitFor();
  await fillLogin(next, owner.email, NEW_PASSWORD);
  await next.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('a device signed out in the list is out at once, and this one stays', async () => {
  const owner = await signIn(dashboard.service, { role: 'owner' });
  const lost = await signInAs(dashboard.service, owner);
  const page = await chrome.open(dashboard.service, { as: owner, path: '/account' });
  const devices = page.getByRole('listitem').filter({ hasText: '203.0.113.7' });
  await expect.poll(() => devices.count()).toBe(2);
  await devices.getByRole('button', { name: /^Sign out/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  await expect.poll(() => devices.count()).toBe(1);
  await devices.getByText('This one').waitFor();
  expect((await lost.get('/session')).status).toBe(401);
  expect((await owner.get('/session')).status).toBe(200);
});

test('an invitation is accepted once; the second visitor learns that it is gone', async () => {
  const owner = await signIn(dashboard.service, { role: 'owner' });
  const email = `new.${owner.userId}@company.example`;
  const page = await chrome.open(dashboard.service, { as: owner, path: '/team' });
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = (await dialog.getByText(/\/dashboard\/invitation#/).textContent()) ?? '';
  const path = `/invitation${new URL(link).hash}`;

  const guest = await chrome.open(dashboard.service, { path });
  await guest.getByRole('heading', { name: /^Join Company / }).waitFor();
  await guest.getByLabel('New password').fill(NEW_PASSWORD);
  await guest.getByRole('button', { name: 'Join and sign in' }).click();
  await guest.getByRole('button', { name: `Account menu of ${email}` }).waitFor();

  chrome.allow(/^404 POST \/dashboard\/api\/invitations\/look/);
  const second = await chrome.open(dashboard.service, { path });
  await second.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
  expect(await second.getByLabel('New password').count()).toBe(0);
});
