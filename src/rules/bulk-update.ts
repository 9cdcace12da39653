import type { StatusRefusal } from './refusals.ts';

export type BulkState = 'checking' | 'ready' | 'running' | 'cancelled' | 'done' | 'discarded';

export const BULK_SOURCES = ['selection', 'filter', 'csv'] as const;
export type BulkSource = (typeof BULK_SOURCES)[number];

/** What the check says of a row, before anything is written. */
export const ROW_VERDICTS = [
  'will_apply',
  'not_found',
  'invalid_status',
  'alert_expired',
  'deadline_passed',
  'already_definitive',
  'company_blocked',
  'duplicate',
  'conflicting',
  'ambiguous',
  'damaged',
  'invalid_provider',
  'missing_value',
] as const;
export type RowVerdict = (typeof ROW_VERDICTS)[number];

/** What can be wrong with a row by itself, before any alert is looked for. */
export type RowFault = Extract<
  RowVerdict,
  'not_found' | 'invalid_status' | 'invalid_provider' | 'missing_value'
>;
/** What the rule for status changes can say of it. */
export type RuleVerdict = 'will_apply' | StatusRefusal;
