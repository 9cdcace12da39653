import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { REFUSALS } from '../../src/rules/refusals.ts';
import { useBrowser } from '../support/browser.ts';
import { DASHBOARD_PAGES, showPage, visitorOf } from '../support/dashboard-pages.ts';
import { useFilledDashboard } from '../support/filled-dashboard.ts';

const filled = useFilledDashboard();
const chrome = useBrowser();
const UNKNOWN_INVITATION = /^404 GET \/dashboard\/api\/invitations\//;
/** Words that no Brazilian text has. */
const ENGLISH =
  /\b(?:the|and|your|with|this|these|not|are|was|has|have|all|any|answer(?:ed)?|alerts|deliver(?:y|ies|ed)|password|signed|search|company|companies|merchants?|pending|expired|owner|analyst|viewer|found|loading|cancel|close|save|remove|received|amount|reason|failed|retry|next|previous|upload|select(?:ed)?|filters?|until|left|role|team|created|never|waiting|paused|undefined|null|NaN)\b|\[object/i;
/** Quoted or technical text: payloads, identifiers, addresses. */
const LITERAL = 'pre, code, .font-mono, [lang="en"], [translate="no"]';

/** Every text that a person sees or hears on the page, without what is quoted. */
const READ_TEXTS = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent !== null && parent.closest('script, style, noscript, ${LITERAL.replaceAll("'", "\\'")}') === null) texts.push(node.data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]')) {
    if (element.closest('${LITERAL}') !== null) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) texts.push(element.getAttribute(name) ?? '');
  }
  return [document.title, ...texts].filter((text) => text !== '');
})()`;

/** People's addresses, and the API's own words, which the pages quote as they are. */
const QUOTED = new RegExp(
  ['\\S+@\\S+', ...Object.values(REFUSALS).map(({ message }) => RegExp.escape(message))].join('|'),
  'g',
);

function findEnglish(texts: readonly string[]): string[] {
  return texts.filter((text) => ENGLISH.test(text.replaceAll(QUOTED, '')));
}

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

describe.each(['owner', 'blockedOwner', 'operator', 'nobody'] as const)('in Portuguese, for %s', (who) => {
  test('no page says a word of English', async () => {
    chrome.allow(UNKNOWN_INVITATION);
    const page = await chrome.open(filled.service, { as: visitorOf(filled, { who }), locale: 'pt-BR' });
    const leaks: string[] = [];
    for (const { route, path } of DASHBOARD_PAGES.filter((listed) => listed.who === who)) {
      await showPage(page, `${filled.service.url}/dashboard${path(filled.ids)}`);
      const texts = await page.evaluate<string[]>(READ_TEXTS);
      leaks.push(...findEnglish(texts).map((text) => `${route}: ${text}`));
    }
    expect(leaks).toEqual([]);
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
