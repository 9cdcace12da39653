import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { newCompany } from '../support/new-company.ts';
import { chooseInMenu, rowOf, textsOf, toast } from '../support/page-parts.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard({}, { work: true });
const chrome = useBrowser();
const BLOCKED = 'Your company is blocked; nothing can be changed until it is unblocked.';

let operator: SignedInClient;
beforeAll(async () => {
  operator = await signIn(dashboard.service, { role: 'operator' });
});

test('a blocked company sees it at once, with the reason, and can change nothing until it is unblocked', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const [alertId] = [await receiveAlert(service.url, company), await receiveAlert(service.url, company)];
  const name = `Company ${company.descriptor.slice('LOJA*'.length)}`;
  const theirs = await chrome.open(service, { as: person, path: `/alerts/${alertId}` });
  const setStatus = theirs.getByRole('main').getByRole('button', { name: 'Set status' });
  await setStatus.waitFor();
  expect(await setStatus.getAttribute('aria-disabled')).toBe(null);

  const ours = await chrome.open(service, { as: operator, path: '/operator/companies' });
  await ours.getByRole('searchbox').fill(company.companyId);
  await expect.poll(() => ours.getByRole('row').count()).toBe(2);
  await chooseInMenu(ours, `Actions for ${name}`, 'Block …');
  const dialog = ours.getByRole('dialog');
  const effects = dialog.getByRole('listitem');
  await effects.first().waitFor();
  expect(await textsOf(effects)).toEqual([
    expect.stringMatching(
      /^2 alerts of provider A that nobody could answer any longer\. The nearest deadline is /,
    ),
    '0 webhooks held until it is unblocked',
    '1 credential that can only read afterwards',
  ]);
  await dialog.getByLabel('Reason').fill('Fatura em aberto');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await toast(ours, `${name} is blocked.`).waitFor();

  const banner = theirs.getByRole('alert').filter({ hasText: 'Your company is blocked.' });
  await banner.getByText(/Reason: Fatura em aberto\./).waitFor();
  await expect.poll(() => setStatus.getAttribute('aria-description')).toBe(BLOCKED);
  await setStatus.click({ force: true });
  expect(await theirs.getByRole('dialog').count()).toBe(0);
  await theirs.getByRole('link', { name: 'Imports', exact: true }).click();
  const upload = theirs.getByRole('button', { name: 'Choose a file' });
  await upload.waitFor();
  expect(await upload.getAttribute('aria-description')).toBe(BLOCKED);
  const refused = await createClient(service.url, company).answer(alertId ?? '', 'other');
  expect([refused.status, refused.body.error.code]).toEqual([403, 'COMPANY_BLOCKED']);

  await ours.getByText('Blocked', { exact: true }).waitFor();
  await chooseInMenu(ours, `Actions for ${name}`, 'Unblock …');
  await dialog.getByText('It was blocked because: Fatura em aberto').waitFor();
  await dialog.getByRole('button', { name: 'Unblock' }).click();
  await toast(ours, `${name} is unblocked.`).waitFor();
  await banner.waitFor({ state: 'detached' });
  await expect.poll(() => upload.getAttribute('aria-description')).toBe(null);
  expect((await createClient(service.url, company).answer(alertId ?? '', 'other')).status).toBe(200);
});

test('an unrouted alert is assigned alone, or with its whole route by the enrollment that catches it', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const stray = (alertId: string, descriptor: string) =>
    alertMessage(company, {
      alert_id: `${alertId}-${company.caid}`,
      descriptor: `${descriptor} ${company.caid}`,
    });
  await deliverAlerts(service.url, 'provider_a_alerts', [
    stray('ALONE', 'OLD NAME'),
    stray('BESIDE', 'OLD NAME'),
    stray('FIRST', 'NEW SHOP'),
    stray('SECOND', 'NEW SHOP'),
  ]);
  const page = await chrome.open(service, { as: operator, path: '/operator/unrouted' });
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(5);

  await page.getByRole('button', { name: `Assign ALONE-${company.caid}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Assign only this one/ }).check();
  await dialog.getByRole('combobox', { name: 'Enrollment' }).fill(company.merchantName);
  await dialog.getByRole('option', { name: company.merchantName }).click();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await toast(page, 'The alert is assigned.').waitFor();
  await expect.poll(() => rows.count()).toBe(4);
  await rows.filter({ hasText: `BESIDE-${company.caid}` }).waitFor();

  await page.getByRole('button', { name: `Assign FIRST-${company.caid}` }).click();
  await dialog.getByRole('combobox', { name: 'Merchant' }).fill(company.merchantName);
  await dialog.getByRole('option', { name: company.merchantName }).click();
  await dialog.getByRole('button', { name: 'Enroll 2 alerts' }).click();
  await toast(page, '2 alerts found their merchant.').waitFor();
  await expect.poll(() => rows.count()).toBe(2);

  const [next] = await deliverAlerts(service.url, 'provider_a_alerts', [stray('THIRD', 'new  shop')]);
  expect(next?.result).toBe('accepted');
  const theirs = await chrome.open(service, { as: person, path: '/alerts' });
  await rowOf(theirs, next?.id ?? '').waitFor();
  expect(await theirs.locator('[data-row]').count()).toBe(4);
});
