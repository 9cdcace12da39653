import { type Static, Type } from 'typebox';
import { ALERT_FILTER_FIELDS, pageFields } from '../http/alert-filters.ts';

export const PER_PAGE_DEFAULT = 20;

/** The filters of the list, each with the words a client hears when it does not fit (D4). */
export const AlertListQuery = Type.Object({ ...pageFields(PER_PAGE_DEFAULT), ...ALERT_FILTER_FIELDS });
export type AlertListQuery = Static<typeof AlertListQuery>;
