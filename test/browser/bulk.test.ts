import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { receiveAlerts } from '../support/deliveries.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import { newCompany } from '../support/new-company.ts';
import { download, listedIds, rowOf, statusChoice, textsOf } from '../support/page-parts.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { giveTimeToThink, startBulkUpdatesNow } from '../support/time-to-think.ts';
import { useDashboard } from '../support/use-dashboard.ts';
import { waitFor } from '../support/wait-for.ts';

const MINUTE_MS = 60_000;
const dashboard = useDashboard({}, { work: true });
const chrome = useBrowser();

/** How many alerts of the company stand in each status. */
async function countStatuses(companyId: string): Promise<Record<string, number>> {
  const rows = await dashboard.service.sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from alerts where company_id = ${companyId} group by status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** From the selection to the estimate. */
async function check(page: Page, status: string): Promise<Locator> {
  await page
    .getByRole('region', { name: 'Selected alerts' })
    .getByRole('button', { name: 'Set status' })
    .click();
  const dialog = page.getByRole('dialog');
  await statusChoice(dialog, status).check();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByText(/ will get the status$/).waitFor();
  return dialog;
}

test('filter, select, see what would happen, confirm, watch, and keep the result', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await giveTimeToThink(service.sql, company.companyId);
  const receive = (card_last4: string): Promise<string> =>
    receiveAlert(service.url, company, 'provider_a_alerts', { card_last4 });
  const others = [await receive('1111'), await receive('1111')];
  const [expired, answered, one, two] = await Promise.all(['7777', '7777', '7777', '7777'].map(receive));
  await placeAlert(service.sql, String(expired), { status: 'expired' });
  await placeAlert(service.sql, String(answered), { status: 'notfound' });
  const page = await chrome.open(service, { as: person, path: '/alerts?view=all' });
  await rowOf(page, others[0] ?? '').waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Last 4 digits').fill('7777');
  await page.getByLabel('Last 4 digits').press('Enter');
  await expect.poll(() => listedIds(page)).toHaveLength(4);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();

  const dialog = await check(page, 'Account suspended');
  await dialog.getByRole('heading', { name: 'Set the status of 4 alerts' }).waitFor();
  await dialog.getByText('2 of 4 alerts will get the status').waitFor();
  expect(new Set(await textsOf(dialog.getByRole('listitem')))).toEqual(
    new Set([
      'Will be set 2',
      'Locked: expired “Alert has expired” 1',
      'Locked: answered “Alert already has a definitive status” 1',
    ]),
  );
  expect(await countStatuses(company.companyId)).toEqual({ pending: 4, expired: 1, notfound: 1 });

  await dialog.getByRole('button', { name: 'Set 2 alerts' }).click();
  await dialog.getByText(/^Begins in \d+ s$/).waitFor();
  await dialog.getByRole('progressbar', { name: 'Progress' }).waitFor();
  expect(await countStatuses(company.companyId)).toEqual({ pending: 4, expired: 1, notfound: 1 });
  await startBulkUpdatesNow(service.sql, company.companyId);
  await dialog.getByText('2 alerts updated').waitFor();
  await dialog.getByText('2 alerts left out by the check').waitFor();
  expect(await countStatuses(company.companyId)).toEqual({
    pending: 2,
    account_suspended: 2,
    expired: 1,
    notfound: 1,
  });
  const file = await download(page, dialog.getByRole('link', { name: 'Result as CSV' }));
  const lines = file.toString('utf8').trim().split('\r\n').slice(1);
  const results = new Map(lines.map((line) => [line.split(',')[0], line.split(',').slice(-2).join(': ')]));
  expect(Object.fromEntries(results)).toEqual({
    [String(one)]: 'applied: The status was set',
    [String(two)]: 'applied: The status was set',
    [String(expired)]: 'alert_expired: Alert has expired',
    [String(answered)]: 'already_definitive: Alert already has a definitive status',
  });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await rowOf(page, String(one)).getByText('Account suspended').waitFor();
  expect(await page.getByRole('region', { name: 'Selected alerts' }).count()).toBe(0);
});

test('all that match are those of every page, as they are when it is checked', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await giveTimeToThink(service.sql, company.companyId);
  await receiveAlerts(service.url, company, 60);
  const refunded = await receiveAlert(service.url, company, 'provider_b_rdr');
  const page = await chrome.open(service, { as: person, path: '/alerts' });
  await expect.poll(() => listedIds(page)).toHaveLength(50);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected alerts' });
  await bar.getByText('50 selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 60 that match' }).click();
  await bar.getByText('All 60 alerts that match').waitFor();

  const dialog = await check(page, 'Other');
  await dialog.getByText('60 of 60 alerts will get the status').waitFor();
  const later = await receiveAlert(service.url, company);
  await dialog.getByRole('button', { name: 'Set 60 alerts' }).click();
  // The dialog may go; the work goes on.
  await dialog.getByRole('button', { name: 'Close, keep running' }).click();
  await dialog.waitFor({ state: 'detached' });
  await startBulkUpdatesNow(service.sql, company.companyId);
  await waitFor('all to be set', async () => (await countStatuses(company.companyId))['other'] === 60);
  expect(await countStatuses(company.companyId)).toEqual({ other: 60, pending: 2 });
  await page.getByRole('link', { name: /^All/ }).click();
  await rowOf(page, later).getByText('Pending').waitFor();
  await rowOf(page, refunded).getByText('Pending').waitFor();
});

test('an estimate that is closed leaves nothing; stopped, what is set stays set and the rest as it was', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await giveTimeToThink(service.sql, company.companyId);
  const [urgent = ''] = await receiveAlerts(service.url, company, 4);
  // In its last minutes it does not wait for those in which all can be taken back.
  await setDeadlineAhead(service.sql, urgent, 4.5 * MINUTE_MS);
  const page = await chrome.open(service, { as: person, path: '/alerts' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const closed = await check(page, 'Not found');
  const isCancelled = page.waitForResponse((response) => response.url().endsWith('/cancel'));
  await page.keyboard.press('Escape');
  await closed.waitFor({ state: 'detached' });
  await isCancelled;
  const updates = await service.sql<{ state: string }[]>`
    select state from bulk_updates where company_id = ${company.companyId}`;
  expect([...updates]).toEqual([{ state: 'discarded' }]);
  expect(await countStatuses(company.companyId)).toEqual({ pending: 4 });
  await page.getByRole('region', { name: 'Selected alerts' }).getByText('4 selected').waitFor();

  const dialog = await check(page, 'Not found');
  await dialog.getByRole('button', { name: 'Set 4 alerts' }).click();
  await dialog.getByText('1 of 4 done').waitFor();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText('Stopped. 1 alert had been updated.').waitFor();
  expect(await countStatuses(company.companyId)).toEqual({ notfound: 1, pending: 3 });
});
