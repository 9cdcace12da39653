import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { imports } from '../../dashboard/src/messages/pt-BR/imports.ts';
import { receiveMany } from '../bulk/support.ts';
import { useBrowser } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import type { TestCompany } from '../support/company.ts';
import { newCompany } from '../support/new-company.ts';
import { download, textsOf } from '../support/page-parts.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { ageAlert, DAY_MS } from '../support/time.ts';
import { giveTimeToThink, startBulkUpdatesNow } from '../support/time-to-think.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard({}, { work: true });
const chrome = useBrowser();
const { run, verdicts } = imports;

/** As Excel saves it in Brazil: semicolons, CRLF, Windows-1252. */
function excelFile(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** Each group of rows as the page shows it: name, the API's words if there are some, and how many. */
async function groupsOf(page: Page): Promise<string[]> {
  const heads = page.getByRole('main').locator('li > button[aria-expanded]');
  await heads.first().waitFor();
  return (await textsOf(heads)).toSorted();
}

/** How a group is shown. */
function group(verdict: keyof typeof verdicts, rows: number, apiSays?: string): string {
  const { name, text } = verdicts[verdict];
  const words = apiSays === undefined ? '' : ` ${imports.group.saysApi}: ${apiSays}`;
  return `${name} ${text}${words} ${rows}`;
}

async function readStatuses({ companyId }: TestCompany): Promise<Record<string, number>> {
  const rows = await dashboard.service.sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from alerts where company_id = ${companyId} group by status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** An alert for every way that a line can go, and the file that names them. */
async function prepareFile(company: TestCompany) {
  const { url, sql } = dashboard.service;
  const [one, two, gone, torn, expired, late, answered] = (await receiveMany(url, company, 7)).map(
    ({ id }) => id,
  );
  const shared = `SHARED-${one}`;
  const lateComer = `ATÉ-AGORA-NÃO-${one}`;
  await receiveAlert(url, company, 'provider_a_alerts', { alert_id: shared });
  await receiveAlert(url, company, 'provider_b_rdr', { alert_id: shared });
  await placeAlert(sql, String(expired), { status: 'expired' });
  await placeAlert(sql, String(late), { status: 'other' });
  await ageAlert(sql, String(late), 7 * DAY_MS);
  await placeAlert(sql, String(answered), { status: 'notfound' });
  const lines = [
    'observação;alerta;situação;provider',
    `não achei;${one};notfound;`,
    `=1+1;${two};OTHER;`,
    `avisado;${gone};other;provider_a_alerts`,
    `de novo;${two};other;`,
    `x;${torn};other;`,
    `x;${torn};notfound;`,
    `x;${shared};other;`,
    'x;1,23E+15;other;',
    `x;${lateComer};other;`,
    `x;${one};aprovado;`,
    `x;${expired};other;`,
    `x;${late};account_suspended;`,
    `x;${answered};other;`,
    `x;${one};other;visa`,
    `x;${one};;`,
  ];
  return { lines, lateComer, one: String(one), two: String(two), gone: String(gone) };
}

const NOTHING_WRITTEN = { pending: 6, expired: 1, notfound: 1, other: 1 };

test('a Brazilian spreadsheet is checked line by line, applied, reported, and its rest run again', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await giveTimeToThink(service.sql, company.companyId);
  const { lines, gone, lateComer, one, two } = await prepareFile(company);
  const page = await chrome.open(service, { as: person, path: '/imports', locale: 'pt-BR' });
  await chooseFile(page, 'Março.csv', excelFile(lines));
  await page.getByRole('heading', { level: 1, name: 'Março.csv' }).waitFor();
  expect(await groupsOf(page)).toEqual(
    [
      group('will_apply', 3),
      group('duplicate', 1),
      group('conflicting', 2),
      group('ambiguous', 1),
      group('damaged', 1),
      group('not_found', 1, 'Alert not found'),
      group('invalid_status', 1),
      group('alert_expired', 1, 'Alert has expired'),
      group('deadline_passed', 1, 'Response deadline has passed'),
      group('already_definitive', 1, 'Alert already has a definitive status'),
      group('invalid_provider', 1),
      group('missing_value', 1),
    ].toSorted(),
  );
  await page.getByRole('button', { name: verdicts.damaged.name }).click();
  await page.getByText(imports.damaged.title).waitFor();
  const damaged = page.getByRole('table', { name: imports.group.label(verdicts.damaged.name) });
  await damaged.getByText('1,23E+15').waitFor();
  expect(await textsOf(damaged.getByRole('row').nth(1).getByRole('cell'))).toEqual(
    expect.arrayContaining(['9', '1,23E+15', 'other']),
  );
  expect(await readStatuses(company)).toEqual(NOTHING_WRITTEN);

  await page.getByRole('button', { name: run.apply(3) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: run.apply(3) })
    .click();
  await page.getByRole('button', { name: run.takeBack }).waitFor();
  expect(await readStatuses(company)).toEqual(NOTHING_WRITTEN);
  // Between the check and the run, the company's own application is faster with one of them.
  expect((await createClient(service.url, company).answer(gone, 'account_suspended')).status).toBe(200);
  await startBulkUpdatesNow(service.sql, company.companyId);
  await page.getByRole('heading', { name: run.doneSome(2, 1) }).waitFor();
  expect(await readStatuses(company)).toEqual({
    pending: 3,
    expired: 1,
    notfound: 2,
    other: 2,
    account_suspended: 1,
  });

  const file = await download(page, page.getByRole('link', { name: run.result }));
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header, ...results] = file.toString('utf8').slice(1).trimEnd().split('\r\n');
  expect(header).toBe('observação;alerta;situação;provider;resultado;mensagem');
  expect(results.slice(0, 3)).toEqual([
    `não achei;${one};notfound;;applied;O status foi definido`,
    `'=1+1;${two};OTHER;;applied;O status foi definido`,
    `avisado;${gone};other;provider_a_alerts;already_definitive;Alert already has a definitive status`,
  ]);
  expect(results.map((line) => line.split(';')[4]).join(' ')).toBe(
    'applied applied already_definitive duplicate conflicting conflicting ambiguous damaged not_found ' +
      'invalid_status alert_expired deadline_passed already_definitive invalid_provider missing_value',
  );

  // What was not found may have come since; what is final stays so and is left out.
  await receiveAlert(service.url, company, 'provider_a_alerts', { alert_id: lateComer });
  await page.getByRole('button', { name: run.rerun }).click();
  await page.getByRole('button', { name: run.apply(1) }).waitFor();
  expect(await groupsOf(page)).toEqual([group('will_apply', 1)]);
});

test('taken back in time nothing is applied; started again, it goes on without its page', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service);
  await giveTimeToThink(service.sql, company.companyId);
  const alerts = await receiveMany(service.url, company, 3);
  const page = await chrome.open(service, { as: person, path: '/imports' });
  const lines = alerts.map(({ providerAlertId }) => `${providerAlertId},other`);
  await chooseFile(page, 'answers.csv', Buffer.from(`\uFEFFalert,status\n${lines.join('\n')}\n`));
  const apply = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Apply 3 rows' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply 3 rows' }).click();
    await page.getByRole('heading', { name: /^Starts in \d+ s$/ }).waitFor();
  };
  await apply();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('heading', { name: 'Taken back: nothing was written.' }).waitFor();
  expect(await readStatuses(company)).toEqual({ pending: 3 });
  await page.getByRole('button', { name: 'Check the rest again' }).click();
  await apply();
  const tab = await chrome.openTab(page);
  await page.close();

  await tab.goto(`${service.url}/dashboard/imports`);
  await tab
    .getByRole('row')
    .filter({ hasText: 'Running' })
    .getByRole('link', { name: 'answers.csv' })
    .click();
  await tab.getByRole('heading', { name: /^Starts in \d+ s$/ }).waitFor();
  await startBulkUpdatesNow(service.sql, company.companyId);
  await tab.getByRole('heading', { name: '3 rows applied.' }).waitFor();
  expect(await readStatuses(company)).toEqual({ other: 3 });
});

test('a file that cannot be one is refused before or after it is sent, in one sentence', async () => {
  chrome.allow(/^422 POST .*\/bulk-updates\/csv$/);
  const { service, analyst } = dashboard;
  const page = await chrome.open(service, { as: analyst, path: '/imports' });
  await chooseFile(page, 'answers.xlsx', Buffer.from('PK'));
  await page.getByText('This is an Excel workbook.').waitFor();
  await chooseFile(page, 'answers.csv', Buffer.from('foo,bar\n1,2'));
  await page
    .getByText(
      'The first line must name the columns alert and status, such as "alert,status"; found "foo,bar"',
    )
    .waitFor();
  expect(await page.getByText('This is an Excel workbook.').count()).toBe(0);
});
