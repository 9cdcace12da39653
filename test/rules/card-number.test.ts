import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  maskCardNumbers,
  passesLuhnCheck,
  revealsCardNumber,
  truncateCardBin,
} from '../../src/rules/card-number.ts';
import { DIGITS, luhnNumber } from '../support/card-numbers.ts';

describe('a run of 13 to 19 digits that passes the Luhn check is masked (design, chapter 2)', () => {
  test.for([
    ['13 digits', '4222222222222', '422222***2222'],
    ['14 digits', '30569309025904', '305693****5904'],
    ['15 digits', '378282246310005', '378282*****0005'],
    ['16 digits', '4111111111111111', '411111******1111'],
    ['17 digits', luhnNumber(17), `${luhnNumber(17).slice(0, 6)}*******${luhnNumber(17).slice(-4)}`],
    ['18 digits', luhnNumber(18), `${luhnNumber(18).slice(0, 6)}********${luhnNumber(18).slice(-4)}`],
    ['19 digits', '6304000000000000000', '630400*********0000'],
    ['inside words', 'card4111111111111111x', 'card411111******1111x'],
    ['between signs', '(4111111111111111).', '(411111******1111).'],
    ['beside letters of other scripts', 'cartão4111111111111111号', 'cartão411111******1111号'],
    ['several', '4111111111111111,5555555555554444', '411111******1111,555555******4444'],
    [
      'one that passes beside one that does not',
      '4111111111111112 4111111111111111',
      '4111111111111112 411111******1111',
    ],
    ['on several lines', 'a\n4111111111111111\nb', 'a\n411111******1111\nb'],
  ] as const)('%s', ([, text, masked]) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });

  test.for([
    ['12 digits', luhnNumber(12)],
    ['20 digits', luhnNumber(20)],
    ['16 digits that fail the check', '4111111111111112'],
    ['19 digits that fail the check', '6304000000000000001'],
    ['an amount', '129.90'],
    ['nothing', ''],
    ['words', 'LOJA*EXEMPLO SÃO PAULO'],
  ] as const)('%s stays as it is', ([, text]) => {
    expect(maskCardNumbers(text)).toBe(text);
  });
});

describe('a card number written in groups is masked as well', () => {
  test.for([
    ['4-4-4-4 with spaces', 'no. 4111 1111 1111 1111!', 'no. 411111******1111!'],
    ['4-4-4-4 with hyphens', '4111-1111-1111-1111', '411111******1111'],
    ['4-6-5 with spaces', '3782 822463 10005', '378282*****0005'],
    ['4-6-5 with hyphens', '3782-822463-10005', '378282*****0005'],
    ['4-6-4', '3056 930902 5904', '305693****5904'],
    ['after another number', '0042 4111 1111 1111 1111', '0042 411111******1111'],
    ['before another number', '4111 1111 1111 1111 0042', '411111******1111 0042'],
    ['two in a row', '4111 1111 1111 1111 5555 5555 5555 4444', '411111******1111 555555******4444'],
  ] as const)('%s', ([, text, masked]) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });

  test.for([
    ['mixed separators', '4111 1111-1111 1111'],
    ['groups that fail the check', '4111 1111 1111 1112'],
    ['a date and a time', '2026-11-01 12:00:00'],
    ['a phone number', '+55 11 91234-5678'],
  ] as const)('%s stays as it is', ([, text]) => {
    expect(maskCardNumbers(text)).toBe(text);
  });
});

/** Text that is rich in digits, separators and real card numbers, where surprises live. */
const digitRichText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 12, max: 20 }).chain((length) => cardNumber(length)),
      fc.array(fc.constantFrom(...DIGITS), { maxLength: 8 }).map((digits) => digits.join('')),
      fc.constantFrom(' ', '-', '*', '.', 'x', '\n', ''),
      cardNumber(16).map((digits) => digits.replaceAll(/(.{4})(?=.)/g, '$1 ')),
      cardNumber(15).map((digits) => digits.replace(/^(.{4})(.{6})/, '$1-$2-')),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

function cardNumber(length: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...DIGITS), { minLength: length - 1, maxLength: length - 1 })
    .map((digits) => luhnNumber(length, digits.join('')));
}

describe('properties of masking', () => {
  test('no run of 13 to 19 digits that passes the check survives', () => {
    fc.assert(
      fc.property(digitRichText, (text) => {
        const runs = maskCardNumbers(text).match(/\d+/g) ?? [];
        expect(runs.filter((run) => run.length >= 13 && run.length <= 19).filter(passesLuhnCheck)).toEqual(
          [],
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('text without digits is unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/\d/.test(text));
        expect(maskCardNumbers(text)).toBe(text);
      }),
    );
  });

  test('masking twice is masking once', () => {
    fc.assert(
      fc.property(digitRichText, (text) => {
        const once = maskCardNumbers(text);
        expect(maskCardNumbers(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  test('of a card number the first six and the last four digits remain, and its length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 13, max: 19 }).chain((length) => cardNumber(length)),
        (digits) => {
          const masked = maskCardNumbers(digits);
          expect(masked).toHaveLength(digits.length);
          expect(masked.replaceAll('*', '')).toBe(digits.slice(0, 6) + digits.slice(-4));
        },
      ),
    );
  });

  test('the Luhn check passes for exactly one of ten last digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{12,18}$/), (digits) => {
        expect(DIGITS.filter((last) => passesLuhnCheck(digits + last))).toHaveLength(1);
      }),
    );
  });
});

describe('D30: BINs of 15-digit cards are kept to 6 digits', () => {
  test.for([
    ['34123456', '341234'],
    ['37123456', '371234'],
    ['3712345', '371234'],
    ['371234', '371234'],
    ['35123456', '35123456'],
    ['41234567', '41234567'],
    ['43412345', '43412345'],
    ['412345', '412345'],
  ] as const)('%s is kept as %s', ([given, kept]) => {
    expect(truncateCardBin(given)).toBe(kept);
  });
});

describe("an identifier must not be the alert's own card number", () => {
  test.for([
    ['the card number', '4111111111111111', '411111', '1111', true],
    ['the card number inside other text', 'CASE-4111111111111111-7', '41111111', '1111', true],
    ['another BIN', '5555555555554444', '411111', '4444', false],
    ['other last digits', '4111111111111111', '411111', '1112', false],
    ['a number that fails the check', '4111110000001111', '411111', '1111', false],
    ['a short number', '411111001111', '411111', '1111', false],
    ['text', 'A7K2QX90', '411111', '1111', false],
  ] as const)('%s', ([, identifier, cardBin, cardLast4, reveals]) => {
    expect(revealsCardNumber(identifier, cardBin, cardLast4)).toBe(reveals);
  });
});
