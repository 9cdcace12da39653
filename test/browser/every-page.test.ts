import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { DASHBOARD_DIALOGS } from '../support/dashboard-dialogs.ts';
import { DASHBOARD_PAGES, listRoutes, showNextPage, visitorOf } from '../support/dashboard-pages.ts';
import { DASHBOARD_TEXTS, LOCALES } from '../support/dashboard-texts.ts';
import { useFilledDashboard } from '../support/filled-dashboard.ts';
import { findEnglish } from '../support/find-english.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What stands above the page; the rest of it cannot be reached meanwhile. */
const OPENED = 'dialog:modal, [role="menu"]:popover-open';
/** An unknown invitation is one of the pages. */
const UNKNOWN_INVITATION = /^404 POST \/dashboard\/api\/invitations\/look/;

const filled = useFilledDashboard();
const chrome = useBrowser();

/** What depends on colours, and so on the theme but not on the language. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const BUT_COLOURS = { rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])) };
/** Everything is looked at in one language, its colours in both themes; in the other language all but the colours. */
const LOOKS = {
  'en-US': { light: {}, dark: { runOnly: OF_COLOURS } },
  'pt-BR': { light: BUT_COLOURS },
};

const wearTheme = (theme: string): string => `document.documentElement.dataset.theme = '${theme}'`;
const runAxe = (where: string, options: object): string => `
  axe.run(${where}, ${JSON.stringify({ resultTypes: ['violations'], preload: false, ...options })}).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`;

async function findViolations(
  page: Page,
  locale: keyof typeof LOOKS,
  what: string,
  where = 'document',
): Promise<string[]> {
  const found: string[] = [];
  for (const [theme, options] of Object.entries(LOOKS[locale])) {
    await page.evaluate(wearTheme(theme));
    const violations = await page.evaluate<string[]>(runAxe(where, options));
    found.push(...violations.map((violation) => `${what}, ${theme}: ${violation}`));
  }
  return found;
}

test('every route of the router is among the pages looked at', () => {
  expect(new Set(DASHBOARD_PAGES.map(({ route }) => route))).toEqual(new Set(listRoutes()));
});

describe.each(LOCALES)('in %s axe finds nothing, and nothing is left untranslated', (locale) => {
  test.each(['owner', 'blockedOwner', 'operator', 'nobody'] as const)('on the pages of %s', async (who) => {
    chrome.allow(UNKNOWN_INVITATION);
    const page = await chrome.open(filled.service, { as: visitorOf(filled, { who }), locale });
    await page.context().addInitScript(AXE);
    const found: string[] = [];
    for (const { route, path } of DASHBOARD_PAGES.filter((listed) => listed.who === who)) {
      const url = `${filled.service.url}/dashboard${path(filled.ids)}`;
      await showNextPage(page, url);
      found.push(...(await findViolations(page, locale, route)));
      if (locale === 'pt-BR') found.push(...(await findEnglish(page)).map((text) => `${route}: ${text}`));
      for (const { name, open, isInPage } of DASHBOARD_DIALOGS.filter((dialog) => dialog.on === route)) {
        await open(page, DASHBOARD_TEXTS[locale]);
        if (!isInPage) await page.locator(OPENED).waitFor();
        const where = isInPage ? "'main'" : `'${OPENED}'`;
        found.push(...(await findViolations(page, locale, `${route}, ${name}`, where)));
        if (!isInPage) await page.keyboard.press('Escape');
        await page.locator(OPENED).waitFor({ state: 'detached' });
      }
    }
    expect(found).toEqual([]);
  });
});
