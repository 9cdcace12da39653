import { describe, expect, test } from 'vitest';
import {
  filterOf,
  filterShapeOf,
  isByTimeLeft,
  readAlertsSearch,
  viewOf,
} from '../../dashboard/src/pages/alerts/alerts-search.ts';
import { createSelection, SELECTED_MAX } from '../../dashboard/src/pages/alerts/selection.ts';
import { goneFrom, keepRows, takeRows } from '../../dashboard/src/pages/alerts/steady-rows.ts';
import type { AlertPageShape, AlertRowShape } from '../../src/shapes/dashboard/alerts.ts';

function row(id: string, change: Partial<AlertRowShape> = {}): AlertRowShape {
  return { id, status: 'pending', held: null, ...change } as AlertRowShape;
}

function page(...data: readonly AlertRowShape[]): AlertPageShape {
  return { data, server_time: '2026-11-15T00:00:00.000Z' } as AlertPageShape;
}

describe('the address of the list', () => {
  test('keeps the known names that hold text, and nothing else', () => {
    expect(readAlertsSearch({ card_last4: '0042', q: '', evil: 'x', page: 2 })).toEqual({
      card_last4: '0042',
    });
  });

  test.each([
    ['nothing: what waits', {}, 'needs_answer'],
    ['a filter alone: wherever it is', { q: 'loja' }, 'all'],
    ['a named view', { q: 'loja', view: 'expired' }, 'expired'],
    ['a view that is none', { view: 'nonsense' }, 'needs_answer'],
    ['another page', { page: '2' }, 'needs_answer'],
  ])('%s', (_, search, view) => {
    expect(viewOf(search)).toBe(view);
  });

  test('the filter goes without the page, and as a body with a number where one is meant', () => {
    const search = { view: 'needs_answer', due_within_hours: '6', page: '3', per_page: '20' };
    expect(filterOf(search)).toEqual({ view: 'needs_answer', due_within_hours: '6' });
    expect(filterShapeOf(search)).toEqual({ view: 'needs_answer', due_within_hours: 6 });
  });

  test('what is due soon is ordered by time left in every view', () => {
    expect(isByTimeLeft({ view: 'all', due_within_hours: '2' })).toBe(true);
    expect(isByTimeLeft({ view: 'all' })).toBe(false);
  });
});

describe('rows that never jump', () => {
  test('known rows show what is true now, in their places; new ones wait', () => {
    const steady = takeRows('key', page(row('1'), row('2')), false);
    const kept = keepRows(steady, page(row('9'), row('2', { status: 'other' }), row('1')));
    expect(kept.rows).toEqual([row('1'), row('2', { status: 'other' })]);
    expect(kept.goneIds.size).toBe(0);
  });

  test('one that left stays, and is marked unless it says itself that it is answered', () => {
    const held = { status: 'notfound', until: '2026-11-15T00:00:05.000Z' } as const;
    const steady = takeRows('key', page(row('1'), row('2', { held }), row('3', { status: 'other' })), false);
    const kept = keepRows(steady, page());
    expect(kept.rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect([...goneFrom(kept)]).toEqual(['1']);
  });

  test('one that comes back is no longer gone', () => {
    const steady = keepRows(takeRows('key', page(row('1')), false), page());
    expect(keepRows(steady, page(row('1'))).goneIds.size).toBe(0);
  });
});

describe('the selection', () => {
  test('holds up to its limit, all or nothing', () => {
    const selection = createSelection();
    const ids = Array.from({ length: SELECTED_MAX }, (_, position) => String(position));
    expect(selection.set(ids, true)).toBe(true);
    expect(selection.set(['one more'], true)).toBe(false);
    expect(selection.ids().size).toBe(SELECTED_MAX);
    expect(selection.set(['0'], false)).toBe(true);
    expect(selection.set(['one more'], true)).toBe(true);
  });

  test('taking one out of all that match leaves only those selected by hand', () => {
    const selection = createSelection();
    selection.set(['1', '2'], true);
    selection.selectAll();
    selection.set(['1'], false);
    expect(selection.isAll()).toBe(false);
    expect([...selection.ids()]).toEqual(['2']);
  });
});
