import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { showPage } from '../support/dashboard-pages.ts';
import { useFilledDashboard } from '../support/filled-dashboard.ts';

const filled = useFilledDashboard();
const chrome = useBrowser();

describe('the language', () => {
  test.each([
    ['pt-PT', 'pt-BR', 'Entrar'],
    ['fr-FR', 'en', 'Sign in'],
  ])('of a browser that speaks %s is %s', async (locale, language, title) => {
    const page = await chrome.open(filled.service, { locale, path: '/login' });
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
  });

  test('is changed in the menu at once, and kept', async () => {
    const page = await chrome.open(filled.service, { as: filled.owner, path: '/alerts' });
    await page.getByRole('button', { name: /^Account menu of / }).click();
    await page.getByRole('menuitemradio', { name: 'Português (Brasil)' }).click();
    await page.getByRole('heading', { level: 1, name: 'Alertas' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Alertas' }).waitFor();
  });
});

/** Notes what the page wore when its body came to be, before which nothing is painted. */
const NOTE_FIRST_THEME = `new MutationObserver((_, observer) => {
  if (document.body === null) return;
  observer.disconnect();
  window.firstTheme = document.documentElement.dataset.theme;
}).observe(document, { childList: true, subtree: true });`;
const readThemes = (page: Page): Promise<unknown> =>
  page.evaluate('[window.firstTheme, document.documentElement.dataset.theme]');

describe('the theme', () => {
  test('is the system’s, until one is chosen; that one is kept, and no page flashes in the other', async () => {
    const page = await chrome.open(filled.service, { as: filled.owner, colorScheme: 'dark' });
    await page.addInitScript(NOTE_FIRST_THEME);
    await showPage(page, `${filled.service.url}/dashboard/account`);
    expect(await readThemes(page)).toEqual(['dark', 'dark']);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');

    await page.getByRole('button', { name: /^Account menu of / }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await showPage(page, `${filled.service.url}/dashboard/account`);
    expect(await readThemes(page)).toEqual(['dark', 'dark']);
  });
});
