import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { receiveAlerts } from '../support/deliveries.ts';
import { newCompany } from '../support/new-company.ts';
import { listedIds, rowOf } from '../support/page-parts.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard({}, { work: true });
const chrome = useBrowser();
const EVENTS = '**/dashboard/api/events';

test('new alerts wait in a pill, and no row moves until somebody asks for them', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await receiveAlerts(service.url, company, 3);
  const listening = Promise.withResolvers<void>();
  const page = await chrome.open(service, { as: person });
  page.on('response', (response) => response.url().endsWith('/events') && listening.resolve());
  // Newest first: a new alert belongs on top.
  await page.goto(`${service.url}/dashboard/alerts?view=all`);
  await page.locator('[data-row]').first().waitFor();
  await listening.promise;
  const before = await listedIds(page);
  const boxBefore = await rowOf(page, before[0] ?? '').boundingBox();

  const [first] = await receiveAlerts(service.url, company, 1);
  await page.getByRole('button', { name: '1 new alert Show' }).waitFor();
  const more = await receiveAlerts(service.url, company, 2);
  const pill = page.getByRole('button', { name: '3 new alerts Show' });
  await pill.waitFor();
  expect(await listedIds(page)).toEqual(before);
  expect(await rowOf(page, before[0] ?? '').boundingBox()).toEqual(boxBefore);

  await pill.click();
  await expect.poll(() => listedIds(page)).toHaveLength(6);
  expect(new Set((await listedIds(page)).slice(0, 3))).toEqual(new Set([first, ...more]));
  await pill.waitFor({ state: 'detached' });
});

test('a row that is answered elsewhere stays in its place and says so', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const ids = await receiveAlerts(service.url, company, 3);
  const page = await chrome.open(service, { as: person, path: '/alerts' });
  await page.locator('[data-row]').first().waitFor();
  const before = await listedIds(page);
  const [, answered = ''] = before;
  expect((await createClient(service.url, company).answer(answered, 'notfound')).status).toBe(200);
  await rowOf(page, answered).getByText('No longer waits').waitFor();
  expect(await listedIds(page)).toEqual(before);
  await page.getByRole('button', { name: '1 alert has left this view Show' }).click();
  await expect.poll(() => listedIds(page)).toEqual(before.filter((id) => id !== answered));
  expect(ids).toContain(answered);
});

test('after the line was cut, the page learns what it missed', async () => {
  chrome.allow(/^net::ERR_\w+ GET .*\/dashboard\/api\//);
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const known = await receiveAlert(service.url, company);
  const page = await chrome.open(service, { as: person });
  let opened = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/events') && response.ok()) opened += 1;
  });
  await page.goto(`${service.url}/dashboard/alerts`);
  await rowOf(page, known).waitFor();
  await expect.poll(() => opened).toBe(1);

  await page.route(EVENTS, (route) => route.abort('connectionrefused'));
  const isRefused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
  service.app.server.closeAllConnections();
  await isRefused;
  await receiveAlert(service.url, company);
  await page.unroute(EVENTS);
  await expect.poll(() => opened).toBe(2);
  await page.getByRole('button', { name: '1 new alert Show' }).waitFor();
  expect(await listedIds(page)).toEqual([known]);
});
