import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { FilledIds } from './fill-dashboard.ts';
import type { FilledDashboard } from './filled-dashboard.ts';
import type { Visitor } from './browser.ts';

export interface ListedPage {
  /** As the router names it. */
  readonly route: string;
  readonly who: 'owner' | 'operator' | 'blockedOwner' | 'nobody';
  readonly path: (ids: FilledIds) => string;
}

/** Every page that somebody signed in can reach, with something to show; the routes are those of the router. */
export const DASHBOARD_PAGES: readonly ListedPage[] = [
  { route: '/', who: 'owner', path: () => '/' },
  { route: '/alerts', who: 'owner', path: () => '/alerts?view=all' },
  { route: '/alerts/$id', who: 'owner', path: ({ answeredAlertId }) => `/alerts/${answeredAlertId}` },
  { route: '/imports', who: 'owner', path: () => '/imports' },
  { route: '/imports/$id', who: 'owner', path: ({ checkedImportId }) => `/imports/${checkedImportId}` },
  { route: '/deliveries', who: 'owner', path: () => '/deliveries' },
  {
    route: '/deliveries/$alertId/$endpointId',
    who: 'owner',
    path: ({ alertId, endpointId }) => `/deliveries/${alertId}/${endpointId}`,
  },
  { route: '/webhooks', who: 'owner', path: () => '/webhooks' },
  { route: '/credentials', who: 'owner', path: () => '/credentials' },
  { route: '/team', who: 'owner', path: () => '/team' },
  { route: '/audit-log', who: 'owner', path: () => '/audit-log' },
  { route: '/account', who: 'blockedOwner', path: () => '/account' },
  { route: '$', who: 'owner', path: () => '/no/such/page' },
  { route: '/login', who: 'nobody', path: () => '/login' },
  { route: '/invitation', who: 'nobody', path: () => '/invitation#unknown' },
  { route: '/operator/companies', who: 'operator', path: () => '/operator/companies' },
  { route: '/operator/merchants', who: 'operator', path: () => '/operator/merchants' },
  { route: '/operator/enrollments', who: 'operator', path: () => '/operator/enrollments' },
  { route: '/operator/unrouted', who: 'operator', path: () => '/operator/unrouted' },
  { route: '/operator/providers', who: 'operator', path: () => '/operator/providers' },
  { route: '/operator/legacy', who: 'operator', path: () => '/operator/legacy' },
  { route: '/operator/audit-log', who: 'operator', path: () => '/operator/audit-log' },
];

export function visitorOf(filled: FilledDashboard, { who }: Pick<ListedPage, 'who'>): Visitor | undefined {
  return who === 'nobody' ? undefined : filled[who];
}

/** Goes there and waits until everything is read: a heading stands, and no skeleton. */
export async function showPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitUntilRead(page);
}

/** The same in the document that stands already, as a link of the dashboard does: nothing is loaded a second time. */
export async function showNextPage(page: Page, url: string): Promise<void> {
  if (!page.url().startsWith(new URL('/dashboard', url).href)) return showPage(page, url);
  // The router hears of an address that is pushed; the heading that stands now is gone with its page.
  const left = await page.locator('h1').first().elementHandle();
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(url)})`);
  await left?.waitForElementState('hidden');
  await waitUntilRead(page);
}

async function waitUntilRead(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.animate-shimmer, [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** The paths that the pages' own router knows, so that a new page is not forgotten here. */
export function listRoutes(): string[] {
  return ['router.tsx', 'company-routes.ts', 'operator-routes.ts'].flatMap((file) => {
    const source = readFileSync(new URL(`../../dashboard/src/app/${file}`, import.meta.url), 'utf8');
    return [...source.matchAll(/^ *(?:.*\b)?path: '(?<path>[^']+)'/gm)].map(
      ({ groups }) => groups?.['path'] ?? '',
    );
  });
}
