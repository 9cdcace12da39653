import { describe, expect, test } from 'vitest';
import { parseSearch, pickSearch, stringifySearch } from '../../dashboard/src/app/search.ts';
import { bandScale, countTicks, linearScale } from '../../dashboard/src/charts/scales.ts';
import { createFormat } from '../../dashboard/src/messages/format.ts';
import { describeDevice } from '../../dashboard/src/pages/account/describe-device.ts';
import { safeReturn } from '../../dashboard/src/pages/login/safe-return.ts';

describe('after signing in, only a page of ours is opened', () => {
  test.each([
    [undefined, '/dashboard/'],
    ['/alerts?view=all&page=2', '/dashboard/alerts?view=all&page=2'],
    ['/login?return=/login', '/dashboard/'],
    ['//evil.example', '/dashboard/'],
    ['/\\evil.example', '/dashboard/'],
    ['https://evil.example', '/dashboard/'],
    ['javascript:alert(1)', '/dashboard/'],
    ['', '/dashboard/'],
  ])('%s → %s', (wanted, opened) => expect(safeReturn(wanted)).toBe(opened));
});

describe('addresses keep text as it is', () => {
  test.each(['0042', '4242', 'true', 'null', 'R$ 1,50 & more', '"quoted"', 'ação'])('%s', (text) => {
    expect(parseSearch(stringifySearch({ q: text }))).toEqual({ q: text });
  });

  test('what is empty or not named is left out', () => {
    expect(pickSearch('q', 'page')({ q: '', page: '2', other: 'x' })).toEqual({ page: '2' });
    expect(stringifySearch({ q: undefined })).toBe('');
  });
});

describe('formats', () => {
  const english = createFormat('en');
  const portuguese = createFormat('pt-BR');
  const now = Date.parse('2026-11-15T12:00:00Z');

  test.each([
    ['129.90', 'BRL', 'R$129.90', 'R$ 129,90'],
    ['129.9', 'BRL', 'R$129.90', 'R$ 129,90'],
    ['1234567890123456.78', 'USD', '$1,234,567,890,123,456.78', 'US$ 1.234.567.890.123.456,78'],
    ['0.125', 'USD', '$0.125', 'US$ 0,125'],
    ['500', 'JPY', '¥500', 'JP¥ 500'],
  ])('%s %s loses no digit', (amount, currency, inEnglish, inPortuguese) => {
    expect(plainSpaces(english.money(amount, currency))).toBe(inEnglish);
    expect(plainSpaces(portuguese.money(amount, currency))).toBe(inPortuguese);
  });

  test.each([
    [18_732_000, '5 hr 12 min', '5 h 12 min'],
    [3_600_000, '1 hr', '1 h'],
    [59_000, '59 sec', '59 s'],
    [400, '0 sec', '0 s'],
    [172_800_000, '2 days', '2 dias'],
  ])('%i ms', (ms, inEnglish, inPortuguese) => {
    expect(plainSpaces(english.duration(ms))).toBe(inEnglish);
    expect(plainSpaces(portuguese.duration(ms))).toBe(inPortuguese);
  });

  test.each([
    ['2026-11-15T11:59:30Z', 'now'],
    ['2026-11-15T12:00:59Z', 'now'],
    ['2026-11-15T11:55:00Z', '5 minutes ago'],
    ['2026-11-15T15:30:00Z', 'in 3 hours'],
    ['2026-11-14T11:00:00Z', 'yesterday'],
  ])('%s is "%s" at noon', (moment, text) => expect(english.relative(moment, now)).toBe(text));

  test('a calendar day is the same day in every time zone', () => {
    expect(english.day('2026-11-01')).toBe('Nov 1, 2026');
  });
});

describe('charts', () => {
  test('a figure stands where its share puts it', () => {
    const y = linearScale([0, 10], [100, 0]);
    expect([y(0), y(5), y(10)]).toEqual([100, 50, 0]);
  });

  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 50, 100]],
    [999, [0, 500, 1000]],
  ])('counts up to %i have whole, round ticks that reach it', (max, ticks) => {
    expect(countTicks(max, 4)).toEqual(ticks);
  });

  test('bands lie side by side and within their ends', () => {
    const { at, step, bandwidth } = bandScale(7, [36, 500], 0.4);
    expect(at(0)).toBeGreaterThanOrEqual(36);
    expect(at(1) - at(0)).toBeCloseTo(step);
    expect(at(6) + bandwidth).toBeLessThanOrEqual(500);
  });
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari', 'iOS'],
  ['Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
])('a device is known again: %s', (userAgent, browser, system) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system });
});

test('a device that names nothing known stays unknown', () => {
  expect(describeDevice('curl/8.0')).toBeUndefined();
});

function plainSpaces(text: string): string {
  return text.replaceAll(/\s/g, ' ');
}
