import { common as commonEn } from '../../dashboard/src/messages/en/common.ts';
import { overview as overviewEn } from '../../dashboard/src/messages/en/overview.ts';
import * as restEn from '../../dashboard/src/messages/en/rest.ts';
import { session as sessionEn } from '../../dashboard/src/messages/en/session.ts';
import { setup as setupEn } from '../../dashboard/src/messages/en/setup.ts';
import { common as commonPt } from '../../dashboard/src/messages/pt-BR/common.ts';
import { overview as overviewPt } from '../../dashboard/src/messages/pt-BR/overview.ts';
import * as restPt from '../../dashboard/src/messages/pt-BR/rest.ts';
import { session as sessionPt } from '../../dashboard/src/messages/pt-BR/session.ts';
import { setup as setupPt } from '../../dashboard/src/messages/pt-BR/setup.ts';

/** What the pages say, by the browser's language. */
export const DASHBOARD_TEXTS = {
  'en-US': { common: commonEn, overview: overviewEn, session: sessionEn, setup: setupEn, ...restEn },
  'pt-BR': { common: commonPt, overview: overviewPt, session: sessionPt, setup: setupPt, ...restPt },
};

export type Locale = keyof typeof DASHBOARD_TEXTS;
export type DashboardTexts = (typeof DASHBOARD_TEXTS)['en-US'];
export const LOCALES = ['en-US', 'pt-BR'] as const satisfies readonly Locale[];
