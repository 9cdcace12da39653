import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { newCompany } from '../support/new-company.ts';
import { chooseInMenu, toast } from '../support/page-parts.ts';
import { receiveAlert } from '../support/provider.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts';
import { useDashboard } from '../support/use-dashboard.ts';
import { waitFor } from '../support/wait-for.ts';

const dashboard = useDashboard({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { work: true });
const chrome = useBrowser();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

/** Throws when the secret did not sign the request. */
function verify({ body, headers }: ReceivedRequest, secret: string): void {
  new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}

/** An address of its own at the receiver, and what arrives there. */
function address(name: string): { url: string; requests: () => ReceivedRequest[] } {
  const url = `${receiver.url}/${name}`;
  return { url, requests: () => receiver.requests.filter(({ path }) => path === new URL(url).pathname) };
}

test('a new endpoint’s secret is shown once, signs a test event, and a rotation signs with both', async () => {
  const { service } = dashboard;
  const { person } = await newCompany(service, 'owner');
  const { url, requests } = address('new');
  const page = await chrome.open(service, { as: person, path: '/webhooks' });
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('heading', { name: 'Endpoint added' }).waitFor();
  const secret = await dialog.getByText(/^whsec_/).innerText();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('heading', { level: 2, name: url }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 2, name: url }).waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Send test event' }).click();
  await dialog.getByText('Your endpoint took it').waitFor();
  expect(requests()).toHaveLength(1);
  for (const request of requests()) verify(request, secret);
  receiver.behave(() => ({ status: 503, body: 'Em manutenção' }));
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await dialog.getByText('Your endpoint did not take it').waitFor();
  await dialog.getByText('503', { exact: true }).waitFor();
  await dialog.getByText('Em manutenção').waitFor();
  receiver.behave(() => ({ status: 200 }));
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await chooseInMenu(page, `Actions for ${url}`, 'Rotate secret');
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByRole('heading', { name: 'New secret' }).waitFor();
  const rotated = await dialog.getByText(/^whsec_/).innerText();
  expect(rotated).not.toBe(secret);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText(/^The previous secret signs too until /).waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await dialog.getByText('Your endpoint took it').waitFor();
  const last = requests().at(-1);
  if (last === undefined) throw new Error('nothing arrived');
  for (const one of [secret, rotated]) verify(last, one);
});

test('a paused endpoint gets nothing and says why; resumed, it gets what waited', async () => {
  const { service } = dashboard;
  const { company, person } = await newCompany(service, 'owner');
  const [paused, beside] = [address('paused'), address('beside')];
  await createTestEndpoint(service, company, paused.url);
  await createTestEndpoint(service, company, beside.url);
  const page = await chrome.open(service, { as: person, path: '/webhooks' });
  await chooseInMenu(page, `Actions for ${paused.url}`, 'Pause');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Troca de servidor');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await toast(page, 'The endpoint is paused; deliveries wait.').waitFor();
  await page.getByText('Troca de servidor').waitFor();
  await receiveAlert(service.url, company);
  await waitFor('the other endpoint to get it', () => beside.requests().length === 1);
  expect(paused.requests()).toEqual([]);
  await page.reload();
  await page.getByRole('link', { name: '1 delivery waits' }).waitFor();

  await chooseInMenu(page, `Actions for ${paused.url}`, 'Resume');
  await toast(page, 'The endpoint is active again; what waited goes out now.').waitFor();
  await waitFor('what waited to arrive', () => paused.requests().length === 1);
  await page.getByText('Troca de servidor').waitFor({ state: 'detached' });
});

test('credentials are shown once, open the API, and open nothing once revoked', async () => {
  const { service } = dashboard;
  const { person } = await newCompany(service, 'owner');
  const page = await chrome.open(service, { as: person, path: '/credentials' });
  await page.getByRole('button', { name: 'Create credentials' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('heading', { name: 'Credentials created' }).waitFor();
  const [clientId = '', secret = ''] = await dialog.locator('code.select-all').allInnerTexts();
  const call = async (): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    const answer = await fetch(`${service.url}/api/v1/chargeback-alert/alerts`, {
      headers: { authorization },
    });
    return answer.status;
  };
  expect(await call()).toBe(200);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await page.reload();
  await page.getByRole('row').filter({ hasText: clientId }).getByText('Active').waitFor();
  expect(await page.content()).not.toContain(secret);

  await chooseInMenu(page, `Actions for ${clientId}`, 'Revoke');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await toast(page, 'The credentials are revoked.').waitFor();
  await page.getByRole('row').filter({ hasText: clientId }).getByText('Revoked').waitFor();
  await waitFor('the API to refuse them', async () => (await call()) === 401);
});
