import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { makeDue, readDeliveries, receiveAlerts, waitForAttempts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { type NewCompany, newCompany } from '../support/new-company.ts';
import { toast } from '../support/page-parts.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { useDashboard } from '../support/use-dashboard.ts';
import { waitFor } from '../support/wait-for.ts';

const dashboard = useDashboard({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { work: true });
const chrome = useBrowser();

const REFUSES = () => ({
  status: 500,
  headers: { 'content-type': 'text/plain' },
  body: 'Sem espaço em disco',
});
const TAKES = () => ({ status: 200, body: 'Recebido' });

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(REFUSES);
});
afterAll(() => receiver.stop());

interface FailedCompany extends NewCompany {
  readonly endpointId: string;
  readonly ids: readonly string[];
}

/** A company whose application took nothing until the service gave up; from now on it takes everything. */
async function withFailedDeliveries(count: number): Promise<FailedCompany> {
  const { service } = dashboard;
  receiver.behave(REFUSES);
  const made = await newCompany(service);
  const { endpointId } = await createTestEndpoint(service, made.company, receiver.url);
  const ids = await receiveAlerts(service.url, made.company, count);
  for (const id of ids) {
    await waitForAttempts(service.sql, id, 1);
    await service.sql`update outbox_jobs set give_up_at = clock_timestamp() where alert_id = ${id}`;
    await makeDue(service.sql, id);
    await waitFor(
      'it to be given up',
      async () => (await readDeliveries(service.sql, id))[0]?.failedAt instanceof Date,
    );
  }
  receiver.behave(TAKES);
  return { ...made, endpointId, ids };
}

async function providerIdOf(alertId: string): Promise<string> {
  const [alert] = await dashboard.service.sql<{ providerAlertId: string }[]>`
    select provider_alert_id from alerts where id = ${alertId}`;
  return alert?.providerAlertId ?? '';
}

/** What the application got of an alert, one entry for each request. */
function received(alertId: string): string[] {
  return receiver.requests
    .filter(({ body }) => body.includes(alertId))
    .map(({ headers }) => String(headers['webhook-id']));
}

test('a failed delivery shows what was sent and what came back, and goes out again under the same id', async () => {
  const { service } = dashboard;
  const { person, endpointId, ids } = await withFailedDeliveries(2);
  const [id = '', other = ''] = ids;
  const page = await chrome.open(service, { as: person, path: '/deliveries?state=failed' });
  const otherName = await providerIdOf(other);
  await page.getByRole('button', { name: `Resend the delivery of ${otherName}` }).click();
  await toast(page, '1 delivery queued again').waitFor();
  const otherRow = page.getByRole('row').filter({ hasText: otherName });
  await otherRow.waitFor({ state: 'detached' });
  await waitFor('it to arrive', () => received(other).length === 3);

  const row = page.getByRole('row').filter({ hasText: await providerIdOf(id) });
  await row.getByText('500', { exact: true }).waitFor();
  await row.getByRole('link').click();
  await page.waitForURL(`**/deliveries/${id}/${endpointId}`);
  await page.getByRole('region', { name: 'Response' }).getByText('Sem espaço em disco').first().waitFor();
  const sent = page.getByRole('region', { name: 'Headers' });
  const request = receiver.requests.find(({ body }) => body.includes(id));
  await sent.getByText(`POST ${receiver.url}`).waitFor();
  expect(await sent.innerText()).toContain(`webhook-id: ${String(request?.headers['webhook-id'])}`);
  await page.getByRole('tab', { name: 'As sent' }).click();
  expect(await page.getByRole('region', { name: 'Body' }).innerText()).toBe(request?.body);

  await page.getByRole('button', { name: 'Resend' }).click();
  await toast(page, '1 delivery queued again').first().waitFor();
  await waitFor('it to arrive again', () => received(id).length === 3);
  expect(new Set(received(id)).size).toBe(1);
  await page.getByRole('region', { name: 'Response' }).getByText('Recebido').waitFor();
  await page.getByRole('main').getByText('Delivered', { exact: true }).waitFor();
});

test('everything that failed since a moment goes out again, and nothing that failed before', async () => {
  const { service } = dashboard;
  const { person, ids } = await withFailedDeliveries(3);
  const [old = '', ...recent] = ids;
  await service.sql`
    update webhook_deliveries set failed_at = failed_at - interval '3 days' where alert_id = ${old}`;
  const before = new Map(ids.map((id) => [id, received(id).length]));
  const page = await chrome.open(service, { as: person, path: '/deliveries' });
  await page.getByRole('button', { name: 'Resend failed …' }).click();
  const dialog = page.getByRole('dialog');
  // The last day, unless somebody says otherwise.
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await toast(page, '2 deliveries queued again').waitFor();
  await waitFor('both to arrive', () =>
    recent.every((id) => received(id).length === (before.get(id) ?? 0) + 1),
  );
  expect(received(old)).toHaveLength(before.get(old) ?? 0);

  await page.getByRole('button', { name: 'Resend failed …' }).click();
  await dialog.getByLabel('Failed since').fill('2020-01-01T00:00');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await toast(page, '1 delivery queued again').waitFor();
  await waitFor('the old one to arrive', () => received(old).length === (before.get(old) ?? 0) + 1);
  await page.getByRole('button', { name: 'Resend failed …' }).click();
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await toast(page, 'No failed delivery since then').waitFor();
});
