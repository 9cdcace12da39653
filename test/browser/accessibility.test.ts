import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { DASHBOARD_DIALOGS } from '../support/dashboard-dialogs.ts';
import { DASHBOARD_PAGES, listRoutes, showPage, visitorOf } from '../support/dashboard-pages.ts';
import { DASHBOARD_TEXTS, LOCALES } from '../support/dashboard-texts.ts';
import { useFilledDashboard } from '../support/filled-dashboard.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const THEMES = ['light', 'dark'] as const;
/** An unknown invitation is one of the pages. */
const UNKNOWN_INVITATION = /^404 GET \/dashboard\/api\/invitations\//;

const filled = useFilledDashboard();
const chrome = useBrowser();

/** Changes the theme in place and waits for colours that fade. */
function putTheme(theme: string): string {
  return `document.documentElement.dataset.theme = '${theme}';
    Promise.all(document.getAnimations()
      .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
      .map((one) => one.finished.catch(() => undefined))).then(() => undefined)`;
}

const RUN_AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`;

/** What axe finds on the page as it stands, in both themes. */
async function findViolations(page: Page, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate(putTheme(theme));
    const violations = await page.evaluate<string[]>(RUN_AXE);
    found.push(...violations.map((violation) => `${what}, ${theme}: ${violation}`));
  }
  return found;
}

test('every route of the router is among the pages looked at', () => {
  expect(new Set(DASHBOARD_PAGES.map(({ route }) => route))).toEqual(new Set(listRoutes()));
});

describe.each(LOCALES)('axe finds nothing in %s', (locale) => {
  test.each(['owner', 'blockedOwner', 'operator', 'nobody'] as const)('on the pages of %s', async (who) => {
    chrome.allow(UNKNOWN_INVITATION);
    const page = await chrome.open(filled.service, { as: visitorOf(filled, { who }), locale });
    await page.context().addInitScript(AXE);
    const found: string[] = [];
    for (const { route, path } of DASHBOARD_PAGES.filter((listed) => listed.who === who)) {
      const url = `${filled.service.url}/dashboard${path(filled.ids)}`;
      await showPage(page, url);
      found.push(...(await findViolations(page, route)));
      for (const { name, open } of DASHBOARD_DIALOGS.filter((dialog) => dialog.on === route)) {
        await showPage(page, url);
        await open(page, DASHBOARD_TEXTS[locale]);
        await page.locator('dialog:modal, [role="menu"]:popover-open, [aria-expanded="true"]').first().waitFor();
        found.push(...(await findViolations(page, `${route}, ${name}`)));
      }
    }
    expect(found).toEqual([]);
  });
});
