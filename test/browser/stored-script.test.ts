import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import {
  DASHBOARD_PAGES,
  type ListedPage,
  showNextPage,
  showPage,
  visitorOf,
} from '../support/dashboard-pages.ts';
import type { Wording } from '../support/fill-dashboard.ts';
import { useFilledDashboard } from '../support/filled-dashboard.ts';

const ATTACKS = [
  '<img src=x onerror="hit()">',
  '"><script>hit()</script>',
  "'><svg onload=hit()>",
  'javascript:hit()',
  '${hit()}{{hit()}}',
  '</textarea></title><iframe srcdoc="<script>parent.hit()</script>">',
];

/** The ordinary text with an attack behind it, always the same one, so that routes still match. */
const attack: Wording = (ordinary) => {
  return `${ordinary}${ATTACKS[Buffer.from(ordinary).reduce((sum, byte) => sum + byte, 0) % ATTACKS.length]}`;
};

const filled = useFilledDashboard(attack);
const chrome = useBrowser();

/** Where a script that got through makes itself known; the page's watch then fails the test. */
const NOTE_HIT = `window.hit = () => console.error('a stored script ran');`;
/** Pages whose main part shows a text from outside, and which one. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  '/alerts': ['Loja Exemplo', 'Fraude'],
  '/alerts/$id': ['Loja Exemplo', 'LOJA EXEMPLO', 'Banco Exemplo', 'ARN', '031337', '10.4', 'Caso encerrado'],
  '/imports': ['respostas.csv', 'pequeno.csv'],
  '/imports/$id': ['respostas.csv'],
  '/deliveries/$alertId/$endpointId': ['Pedido inválido'],
  '/webhooks': ['Manutenção'],
  '/operator/companies': ['Grupo Exemplo', 'Empresa Bloqueada', 'Fatura em aberto'],
  '/operator/merchants': ['Loja Exemplo'],
  '/operator/enrollments': ['LOJA EXEMPLO', 'CAID EXEMPLO'],
  '/operator/unrouted': ['SEM DONO', 'CAID SEM DONO'],
  '/operator/legacy': ['Grupo Exemplo'],
  '/operator/audit-log': ['Empresa Bloqueada'],
};

/** Addresses of links that are no page, and elements that only an attack could have made. */
const FIND_INTRUDERS = `[
  ...[...document.querySelectorAll('a[href]')].map(({ href }) => href).filter((href) => !/^https?:/.test(href)),
  ...[...document.querySelectorAll('main img, main script, main iframe, main [onerror], main [onload]')]
    .map(({ outerHTML }) => outerHTML),
]`;

/** What is wrong with the page: a text that does not stand there as it was sent, or something that text became. */
async function lookAt(page: Page, { route }: ListedPage): Promise<string[]> {
  const text = (await page.locator('main').first().textContent()) ?? '';
  const missing = (SHOWN[route] ?? []).map(attack).filter((sent) => !text.includes(sent));
  const intruders = await page.evaluate<string[]>(FIND_INTRUDERS);
  return [...missing, ...intruders].map((found) => `${route}: ${found}`);
}

describe.each(['owner', 'blockedOwner', 'operator'] as const)('what others wrote, for %s', (who) => {
  test('stands on the pages as text and never runs', async () => {
    const page = await chrome.open(filled.service, { as: visitorOf(filled, { who }) });
    await page.addInitScript(NOTE_HIT);
    const problems: string[] = [];
    for (const listed of DASHBOARD_PAGES.filter((one) => one.who === who)) {
      await showNextPage(page, `${filled.service.url}/dashboard${listed.path(filled.ids)}`);
      problems.push(...(await lookAt(page, listed)));
    }
    expect(problems).toEqual([]);
  });
});

test('nor in what opens above a page or unfolds in it', async () => {
  const page = await chrome.open(filled.service, { as: filled.owner });
  await page.addInitScript(NOTE_HIT);
  await showNextPage(page, `${filled.service.url}/dashboard/alerts?view=needs_answer`);
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByText(attack('Loja Exemplo')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Merchant').getByText(attack('Loja Exemplo')).waitFor({ state: 'attached' });

  await showNextPage(page, `${filled.service.url}/dashboard/imports/${filled.ids.checkedImportId}`);
  await page.getByRole('button', { name: 'Invalid status' }).click();
  await page.getByText(attack('aprovado')).first().waitFor();
  await showNextPage(page, `${filled.service.url}/dashboard/audit-log`);
  await page.getByRole('button', { name: 'Details: Paused a webhook endpoint' }).click();
  await page.getByText(attack('Manutenção')).first().waitFor();
  await showNextPage(page, `${filled.service.url}/dashboard/team`);
  const [invited] = await page.getByText('convidada').allTextContents();
  expect(invited).toContain(attack('convidada').replaceAll(' ', '/').toLowerCase());
});

test('nor what a stranger can put into an address', async () => {
  chrome.allow(/^4\d\d (?:GET|POST) \/dashboard\/api\//);
  const page = await chrome.open(filled.service, { as: filled.owner });
  await page.addInitScript(NOTE_HIT);
  for (const path of [
    `/alerts?q=${encodeURIComponent(ATTACKS.join(''))}`,
    `/alerts/${encodeURIComponent('<img src=x onerror=hit()>')}`,
    `/audit-log?q=${encodeURIComponent('"><script>hit()</script>')}&action=${encodeURIComponent('<svg onload=hit()>')}`,
    `/invitation#${encodeURIComponent('<img src=x onerror=hit()>')}`,
    `/${encodeURIComponent('<script>hit()</script>')}`,
  ]) {
    await showPage(page, `${filled.service.url}/dashboard${path}`);
    expect(await page.evaluate(FIND_INTRUDERS)).toEqual([]);
  }
});
