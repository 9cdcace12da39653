import type { Page } from 'playwright-core';
import type { ListedPage } from './dashboard-pages.ts';
import type { DashboardTexts } from './dashboard-texts.ts';
import { chooseInMenu } from './page-parts.ts';

export interface ListedDialog {
  readonly name: string;
  readonly on: string;
  readonly who: ListedPage['who'];
  /** It belongs to the page and stays there, instead of standing above it. */
  readonly isInPage?: boolean;
  readonly open: (page: Page, texts: DashboardTexts) => Promise<void>;
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

/** A name that begins with the part of a text that never changes. */
const startOf = (text: (what: string) => string): RegExp =>
  new RegExp(`^${RegExp.escape(text('\0').split('\0')[0] ?? '')}`);

/** What opens above a page: the menus and dialogs of its main actions. */
export const DASHBOARD_DIALOGS: readonly ListedDialog[] = [
  {
    name: 'account menu',
    on: '/',
    who: 'owner',
    open: (page, { common }) => page.getByRole('button', { name: startOf(common.menu.open) }).click(),
  },
  { name: 'palette', on: '/', who: 'owner', open: (page) => page.keyboard.press('Control+k') },
  { name: 'help', on: '/alerts', who: 'owner', open: (page) => page.keyboard.press('?') },
  {
    name: 'selection and bulk dialog',
    on: '/alerts',
    who: 'owner',
    open: async (page, { alerts, answering }) => {
      await page.getByRole('checkbox', { name: alerts.selectPage }).check();
      await page.getByRole('button', { name: answering.setStatus, exact: true }).click();
    },
  },
  {
    name: 'status dialog',
    on: '/alerts',
    who: 'owner',
    open: async (page) => {
      await page.keyboard.press('j');
      await page.keyboard.press('s');
    },
  },
  {
    name: 'filters',
    on: '/alerts',
    who: 'owner',
    isInPage: true,
    open: (page, { alerts }) => press(page, alerts.filters),
  },
  {
    name: 'resend failed',
    on: '/deliveries',
    who: 'owner',
    open: (page, { deliveries }) => press(page, deliveries.failed.open),
  },
  {
    name: 'add endpoint',
    on: '/webhooks',
    who: 'owner',
    open: (page, { webhooks }) => press(page, webhooks.add),
  },
  {
    name: 'rotate secret',
    on: '/webhooks',
    who: 'owner',
    open: (page, { webhooks }) => chooseInMenu(page, startOf(webhooks.actionsOf), webhooks.rotate),
  },
  {
    name: 'create credentials',
    on: '/credentials',
    who: 'owner',
    open: (page, { credentials }) => press(page, credentials.create),
  },
  { name: 'invite', on: '/team', who: 'owner', open: (page, { team }) => press(page, team.invite) },
  {
    name: 'two-factor',
    on: '/account',
    who: 'blockedOwner',
    open: (page, { account }) => press(page, account.totp.setUp),
  },
  {
    name: 'new company',
    on: '/operator/companies',
    who: 'operator',
    open: (page, { operator }) => press(page, operator.companies.create),
  },
  {
    name: 'block',
    on: '/operator/companies',
    who: 'operator',
    open: (page, { operator }) =>
      chooseInMenu(page, operator.companies.actionsOf('Grupo Exemplo'), operator.companies.block),
  },
  {
    name: 'new enrollment',
    on: '/operator/enrollments',
    who: 'operator',
    open: (page, { operator }) => press(page, operator.enrollments.create),
  },
  {
    name: 'assign',
    on: '/operator/unrouted',
    who: 'operator',
    open: (page, { operator }) =>
      page
        .getByRole('button', { name: startOf(operator.unrouted.assignOf) })
        .first()
        .click(),
  },
];
