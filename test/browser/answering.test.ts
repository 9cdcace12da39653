import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { useBrowser } from '../support/browser.ts';
import { readAnswerTrace } from '../support/held-answers.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import { newCompany } from '../support/new-company.ts';
import { rowOf, statusChoice, toast } from '../support/page-parts.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { giveTimeToThink } from '../support/time-to-think.ts';
import { useDashboard } from '../support/use-dashboard.ts';
import { waitFor } from '../support/wait-for.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const dashboard = useDashboard({}, { work: true });
const chrome = useBrowser();

/** Opens the dialog of a listed alert and chooses a status. */
async function choose(page: Page, alertId: string, status: string): Promise<Locator> {
  await rowOf(page, alertId)
    .getByRole('button', { name: /^Answer: / })
    .click();
  const dialog = page.getByRole('dialog');
  await statusChoice(dialog, status).check();
  return dialog;
}

async function submit(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Set status' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a final status goes out after 5 seconds, and not before', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const id = await receiveAlert(service.url, company);
  const page = await chrome.open(service, { as: person, path: '/alerts' });
  const dialog = await choose(page, id, 'Account suspended');
  await dialog.getByText('A final status waits 5 seconds before it goes out').waitFor();
  const { before } = await readTimes(id);
  await submit(dialog);

  await waitFor(
    'the status to be out',
    async () => (await readAnswerTrace(dashboard, id)).status !== 'pending',
  );
  expect(await readAnswerTrace(dashboard, id)).toEqual({
    status: 'account_suspended',
    history: [`account_suspended by user ${person.userId}`],
    forwards: ['account_suspended'],
    isHeld: false,
  });
  const { changedAt } = await readTimes(id);
  expect(changedAt - before).toBeGreaterThanOrEqual(5000);
  await rowOf(page, id).getByText('Answered', { exact: true }).waitFor();
  expect(await rowOf(page, id).getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('taken back, in the toast or in the row, the alert waits as if nothing had been', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await giveTimeToThink(service.sql, company.companyId);
  const id = await receiveAlert(service.url, company);
  const page = await chrome.open(service, { as: person, path: '/alerts' });
  for (const place of [page.locator('[popover][role="status"]'), rowOf(page, id)]) {
    await submit(await choose(page, id, 'Not found'));
    await toast(page, '“Not found” goes out').waitFor();
    await rowOf(page, id)
      .getByText(/^Goes out in \d+ s$/)
      .waitFor();
    expect(await readAnswerTrace(dashboard, id)).toMatchObject({
      status: 'pending',
      history: [],
      isHeld: true,
    });
    await place.getByRole('button', { name: /^Undo/ }).click();
    await rowOf(page, id)
      .getByText(/^23 h \d\d min$/)
      .waitFor();
    await toast(page, 'Taken back; the alert waits for an answer again.').first().waitFor();
    expect(await readAnswerTrace(dashboard, id)).toEqual({
      status: 'pending',
      history: [],
      forwards: [],
      isHeld: false,
    });
  }
});

test('taken back too late, it says so and the status stays out', async () => {
  chrome.allow(/^409 POST .*\/take-back$/);
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await giveTimeToThink(service.sql, company.companyId);
  const id = await receiveAlert(service.url, company);
  const page = await chrome.open(service, { as: person, path: `/alerts/${id}` });
  await page.getByRole('button', { name: 'Set status' }).click();
  const dialog = page.getByRole('dialog');
  await statusChoice(dialog, 'Not found').check();
  // From here on the page reads nothing again, and so still offers to take back what is out.
  await page.route('**/dashboard/api/alerts/**', (route) =>
    route.request().method() === 'GET' ? new Promise(() => {}) : route.continue(),
  );
  await submit(dialog);
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).waitFor();
  await service.sql`update held_answers set apply_at = clock_timestamp() where alert_id = ${id}`;
  await waitFor(
    'the status to be out',
    async () => (await readAnswerTrace(dashboard, id)).status === 'notfound',
  );
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Too late: the status has gone out already.').waitFor();
  expect(await readAnswerTrace(dashboard, id)).toMatchObject({ status: 'notfound', isHeld: false });
});

test('in the last 5 minutes a final status goes out at once; “other” always does', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const [urgent, calm] = [await receiveAlert(service.url, company), await receiveAlert(service.url, company)];
  await setDeadlineAhead(service.sql, urgent, 4.5 * MINUTE_MS);
  const page = await chrome.open(service, { as: person, path: '/alerts' });

  const dialog = await choose(page, urgent, 'Not found');
  await dialog
    .getByText('Less than 5 minutes left: a final status goes out at once and cannot be taken back.')
    .waitFor();
  await submit(dialog);
  expect(await readAnswerTrace(dashboard, urgent)).toMatchObject({ status: 'notfound', isHeld: false });
  await toast(page, 'Status set: Not found').waitFor();

  await submit(await choose(page, calm, 'Other'));
  expect(await readAnswerTrace(dashboard, calm)).toMatchObject({ status: 'other', isHeld: false });
  await rowOf(page, calm)
    .getByText(/^Follow-up until /)
    .waitFor();
});

test('what may not come next is switched off, in the API’s words', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const [answered, expired, followUp] = await Promise.all(
    [0, 1, 2].map(() => receiveAlert(service.url, company)),
  );
  await placeAlert(service.sql, String(answered), { status: 'notfound' });
  await placeAlert(service.sql, String(expired), { status: 'expired' });
  await placeAlert(service.sql, String(followUp), { status: 'other' });
  const page = await chrome.open(service, { as: person, path: '/alerts?view=all' });
  for (const [id, reason] of [
    [answered, 'Alert already has a definitive status'],
    [expired, 'Alert has expired'],
  ] as const) {
    const row = rowOf(page, String(id));
    expect(await row.getByRole('button', { name: /^Answer: / }).count()).toBe(0);
    await row.getByRole('button', { name: /^Actions for / }).click();
    const entry = page.getByRole('menuitem', { name: 'Set status' });
    expect(await entry.getAttribute('aria-disabled')).toBe('true');
    await entry.getByText(reason, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
  }
  const dialog = await choose(page, String(followUp), 'Account suspended');
  expect(await dialog.getByRole('radio', { disabled: true }).count()).toBe(2);
  expect(await dialog.getByText('Alert already has a definitive status', { exact: true }).count()).toBe(2);
});

test('an alert that was answered elsewhere meanwhile is refused in the API’s words', async () => {
  chrome.allow(/^422 POST .*\/answer$/);
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const id = await receiveAlert(service.url, company);
  await setDeadlineAhead(service.sql, id, 3 * HOUR_MS);
  const page = await chrome.open(service, { as: person, path: '/alerts' });
  const dialog = await choose(page, id, 'Not found');
  const answer = await createClient(service.url, company).answer(id, 'account_suspended');
  expect(answer.status).toBe(200);
  await dialog.getByRole('button', { name: 'Set status' }).click();
  await dialog
    .getByRole('alert')
    .getByText('Alert already has a definitive status', { exact: true })
    .waitFor();
  expect(await readAnswerTrace(dashboard, id)).toMatchObject({ status: 'account_suspended' });
});

/** The database's clock now, and when the alert's status changed, in milliseconds. */
async function readTimes(alertId: string): Promise<{ before: number; changedAt: number }> {
  const [row] = await dashboard.service.sql<{ before: Date; changedAt: Date | null }[]>`
    select clock_timestamp() as before,
      (select max(changed_at) from alert_history where alert_id = ${alertId}) as changed_at`;
  return { before: row?.before.getTime() ?? 0, changedAt: row?.changedAt?.getTime() ?? 0 };
}
