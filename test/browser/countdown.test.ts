import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ICON_PATHS, type IconName } from '../../dashboard/src/ui/icon-paths.ts';
import { useBrowser } from '../support/browser.ts';
import { receiveAlerts } from '../support/deliveries.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import { newCompany } from '../support/new-company.ts';
import { rowOf, statusChoice, toast } from '../support/page-parts.ts';
import { receiveAlert } from '../support/provider.ts';
import { giveTimeToThink } from '../support/time-to-think.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const dashboard = useDashboard();
const chrome = useBrowser();

type Look = readonly [text: string, icon: IconName, colour: string];
const CALM = (text: string): Look => [text, 'clock', 'text-ink'];
const AMBER = (text: string): Look => [text, 'hourglass', 'bg-warning-soft'];
const RED = (text: string): Look => [text, 'warning', 'bg-danger-soft'];
const NOW = (text: string): Look => [`Answer now · ${text}`, 'bell', 'bg-danger'];
const PASSED: Look = ['Deadline passed', 'xCircle', 'text-muted'];

/** On both sides of each border: with this much time left, the row looks like this. */
const BORDERS: readonly [leftMs: number, look: Look][] = [
  [23 * HOUR_MS + 59 * MINUTE_MS, CALM('23 h 59 min')],
  [6 * HOUR_MS + SECOND_MS, CALM('6 h 00 min')],
  [6 * HOUR_MS, CALM('6 h 00 min')],
  [6 * HOUR_MS - SECOND_MS, AMBER('5 h 59 min')],
  [2 * HOUR_MS + SECOND_MS, AMBER('2 h 00 min')],
  [2 * HOUR_MS - SECOND_MS, RED('1 h 59 min')],
  [HOUR_MS - SECOND_MS, RED('59 min')],
  [15 * MINUTE_MS + SECOND_MS, RED('15 min')],
  [15 * MINUTE_MS - SECOND_MS, NOW('14:59')],
  [SECOND_MS, NOW('0:01')],
  [1, NOW('0:00')],
  [0, PASSED],
  [-SECOND_MS, PASSED],
];

/** Lets the service's clock, as the page hears of it, stand still at a moment. */
async function stopServiceClock(page: Page, moment: Date): Promise<void> {
  await page.route('**/dashboard/api/**', async (route) => {
    if (route.request().url().endsWith('/events')) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /"server_time":"[^"]+"/g,
      `"server_time":"${moment.toISOString()}"`,
    );
    return route.fulfill({ response, body });
  });
}

/** What stands in the row's first column: text, icon and colour. */
async function lookOf(row: Locator): Promise<Look> {
  const pill = row.locator('td').nth(1).locator(':scope > span');
  const drawn = await pill.locator('path').getAttribute('d');
  const [icon] = Object.entries(ICON_PATHS).find(([, path]) => path === drawn) ?? [];
  const colours = ((await pill.getAttribute('class')) ?? '').split(' ');
  const colour =
    colours.find((name) => name.startsWith('bg-')) ?? colours.find((name) => /^text-(ink|muted)$/.test(name));
  return [(await pill.innerText()).trim(), icon as IconName, String(colour)];
}

test('the time left turns amber under 6 h, red under 2 h, urgent under 15 min, by the service’s clock alone', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  const ids = await receiveAlerts(service.url, company, BORDERS.length);
  const refunded = await receiveAlert(service.url, company, 'provider_b_rdr');
  const serviceNow = new Date(Date.now() + SECOND_MS);
  for (const [position, [leftMs]] of BORDERS.entries()) {
    const end = new Date(serviceNow.getTime() + leftMs);
    await service.sql`
      update alerts set expires_at = ${end}, received_at = ${end}::timestamptz - interval '24 hours'
      where id = ${ids[position] ?? ''}`;
  }
  const page = await chrome.open(service, { as: person });
  // Whoever sits there has a clock that is five hours slow.
  const wrongNow = serviceNow.getTime() - 5 * HOUR_MS;
  await page.clock.setFixedTime(wrongNow);
  await stopServiceClock(page, serviceNow);
  await page.goto(`${service.url}/dashboard/alerts?view=all`);
  await rowOf(page, ids[0] ?? '').waitFor();
  const looks = await Promise.all(ids.map((id) => lookOf(rowOf(page, id))));
  expect(looks).toEqual(BORDERS.map(([, look]) => look));
  expect(await lookOf(rowOf(page, refunded))).toEqual(['Auto-refunded · optional', 'refund', 'text-muted']);

  // Two seconds later, with nothing read again, three of them have crossed a border.
  await page.clock.setFixedTime(wrongNow + 2 * SECOND_MS);
  await expect.poll(() => lookOf(rowOf(page, ids[1] ?? ''))).toEqual(AMBER('5 h 59 min'));
  expect(await lookOf(rowOf(page, ids[4] ?? ''))).toEqual(RED('1 h 59 min'));
  expect(await lookOf(rowOf(page, ids[7] ?? ''))).toEqual(NOW('14:59'));
  expect(await lookOf(rowOf(page, ids[9] ?? ''))).toEqual(PASSED);
});

test('a browser whose clock is hours fast counts by the service’s and holds a status as long', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await giveTimeToThink(service.sql, company.companyId);
  const id = await receiveAlert(service.url, company);
  await setDeadlineAhead(service.sql, id, 3.5 * HOUR_MS);
  const page = await chrome.open(service, { as: person });
  await page.clock.install({ time: Date.now() + 7 * HOUR_MS });
  await page.goto(`${service.url}/dashboard/alerts`);
  await rowOf(page, id).waitFor();
  expect(await lookOf(rowOf(page, id))).toEqual(AMBER(expect.stringMatching(/^3 h (2[6-9]|30) min$/)));

  await rowOf(page, id)
    .getByRole('button', { name: /^Answer: / })
    .click();
  const dialog = page.getByRole('dialog');
  await statusChoice(dialog, 'Not found').check();
  await dialog.getByRole('button', { name: 'Set status' }).click();
  await toast(page, '“Not found” goes out').waitFor();
  await rowOf(page, id)
    .getByText(/^Goes out in [56]\d\d s$/)
    .waitFor();
});
