import { describe, expect, test } from 'vitest';
import { readSearchText } from '../../src/rules/search-text.ts';

const NONE = { cardLast4: undefined, cardBin: undefined, amount: undefined, part: undefined };

describe('what a text in the search box may mean', () => {
  test.for<[text: string, meaning: object]>([
    ['4242', { cardLast4: '4242', amount: '4242' }],
    ['412345', { cardBin: '412345', amount: '412345' }],
    ['41234567', { cardBin: '41234567', amount: '41234567' }],
    ['412345678', { amount: '412345678' }],
    ['129.90', { amount: '129.90' }],
    ['129,90', { amount: '129.90' }],
    ['1.234,50', { amount: '1234.50' }],
    ['1,234.50', { amount: '1234.50' }],
    ['1.234.567', { amount: '1234567' }],
    ['74537601234567890123456', { part: '74537601234567890123456' }],
    ['A7K2QX90', { part: 'A7K2QX90' }],
    ['10%', { part: '10%' }],
    ['1.2.3', { part: '1.2.3' }],
    ['-5', { part: '-5' }],
  ])('%s', ([text, meaning]) => {
    expect(readSearchText(text)).toEqual({ kind: 'words', identifier: text, ...NONE, ...meaning });
  });

  test('spaces around it do not matter, and nothing but spaces is no search', () => {
    expect(readSearchText('  loja um ')).toMatchObject({ identifier: 'loja um', part: 'loja um' });
    expect(readSearchText('   ')).toBeUndefined();
  });

  test('a UUID is an alert of ours and nothing else', () => {
    expect(readSearchText(' 0197A1F0-7B5C-7D11-9A0E-3C5F1B2A4D6E')).toEqual({
      kind: 'alert_id',
      alertId: '0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e',
    });
  });
});
