import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { UserRole } from '../../src/rules/permissions.ts';
import { useBrowser } from '../support/browser.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();
const chrome = useBrowser();
const REASON = 'Your role does not allow this; ask an owner of your company.';
const COMPANY_PAGES = ['Overview', 'Alerts', 'Imports', 'Deliveries', 'Webhooks'];
const OPERATOR_PAGES = [
  'Companies',
  'Merchants',
  'Enrollments',
  'Unrouted alerts',
  'Providers',
  'Legacy callers',
  'Audit log',
];

let alertId: string;
const people: Partial<Record<UserRole, SignedInClient>> = {};
beforeAll(async () => {
  alertId = await receiveAlert(dashboard.service.url, dashboard.company);
  const { companyId } = dashboard.company;
  for (const role of ['viewer', 'analyst', 'owner', 'operator'] as const) {
    people[role] = await signIn(dashboard.service, { role, companyId });
  }
});

const openAs = (role: UserRole, path: string): Promise<Page> =>
  chrome.open(dashboard.service, { as: people[role], path });

const listedPages = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link').allInnerTexts();

test.each([
  ['viewer', COMPANY_PAGES, ['/credentials', '/team', '/audit-log', '/operator/companies']],
  ['analyst', [...COMPANY_PAGES, 'Credentials'], ['/team', '/audit-log', '/operator/unrouted']],
  ['owner', [...COMPANY_PAGES, 'Credentials', 'Team', 'Audit log'], ['/operator/companies']],
  ['operator', OPERATOR_PAGES, ['/alerts', '/webhooks', '/team', '/audit-log']],
] as const)('the %s is led to %j, and %j say that they are closed', async (role, open, closed) => {
  const page = await openAs(role, '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await listedPages(page)).toEqual(open);
  for (const path of closed) {
    await page.goto(`${dashboard.service.url}/dashboard${path}`);
    await page.getByRole('heading', { name: 'This page is not open to your role' }).waitFor();
  }
});

test('a viewer sees what could be done and why not, and the server refuses it too', async () => {
  const page = await openAs('viewer', '/alerts');
  await page.getByRole('button', { name: /^Actions for / }).click();
  const entry = page.getByRole('menuitem', { name: 'Set status' });
  expect(await entry.getAttribute('aria-disabled')).toBe('true');
  expect(await entry.innerText()).toContain(REASON);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: /^Answer:/ }).count()).toBe(0);

  await page.goto(`${dashboard.service.url}/dashboard/alerts/${alertId}`);
  const status = page.getByRole('button', { name: 'Set status' });
  await status.focus();
  expect(await page.getByRole('tooltip').innerText()).toBe(REASON);
  await status.click({ force: true });
  await page.keyboard.press('s');
  expect(await page.getByRole('dialog').count()).toBe(0);

  const refused = await people.viewer?.post(`/alerts/${alertId}/answer`, { status: 'other' });
  expect([refused?.status, refused?.body.error.code]).toEqual([403, 'FORBIDDEN']);
});

test.each([
  ['viewer', '/webhooks', 'Add endpoint'],
  ['analyst', '/webhooks', 'Add endpoint'],
  ['analyst', '/credentials', 'Create credentials'],
] as const)('for the %s on %s, "%s" is switched off with the reason', async (role, path, name) => {
  const page = await openAs(role, path);
  const button = page.getByRole('button', { name }).first();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  expect(await button.getAttribute('aria-description')).toBe(REASON);
  await button.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('an analyst answers, an owner manages', async () => {
  const alerts = await openAs('analyst', '/alerts');
  await alerts.getByRole('button', { name: /^Actions for / }).click();
  await alerts.getByRole('menuitem', { name: 'Set status' }).click();
  await alerts.getByRole('dialog', { name: /^Set the status of / }).waitFor();

  const webhooks = await openAs('owner', '/webhooks');
  await webhooks.getByRole('button', { name: 'Add endpoint' }).first().click();
  await webhooks.getByRole('dialog', { name: 'Add endpoint' }).waitFor();
  expect(await webhooks.getByRole('dialog').getByLabel('URL').isEditable()).toBe(true);
});
