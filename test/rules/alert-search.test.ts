import { expect, test } from 'vitest';
import { ALERT_VIEWS, alertOrder, isWholeView } from '../../src/rules/alert-search.ts';

test.for(ALERT_VIEWS)('%s: what waits comes by the time that is left, all else newest first', (view) => {
  expect(alertOrder({ view })).toBe(view === 'needs_answer' ? 'least_time_left' : 'newest_first');
  expect(alertOrder({ view, dueWithinHours: 2 })).toBe('least_time_left');
});

test('a whole view is one of which nothing else is asked', () => {
  expect(isWholeView({ view: 'answered' })).toBe(true);
  expect(isWholeView({ view: 'answered', status: undefined, cardBin: undefined })).toBe(true);
  expect(isWholeView({ view: 'answered', status: 'other', cardBin: undefined })).toBe(false);
  expect(isWholeView({ view: 'answered', dueWithinHours: 0 })).toBe(false);
});
