import { expect, test } from 'vitest';
import { isJsonObject, parseJson } from '../../src/rules/json-object.ts';
import { REFUSALS } from '../../src/rules/refusals.ts';
import { NIL_UUID, readAlertId } from '../../src/rules/uuid.ts';

test.for([
  [{}, true],
  [{ a: 1 }, true],
  [null, false],
  [[], false],
  ['{}', false],
  [1, false],
  [undefined, false],
] as const)('%j as a JSON object: %s', ([value, isOne]) => {
  expect(isJsonObject(value)).toBe(isOne);
});

test('text that is no JSON is undefined, not an error', () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  expect(parseJson('{a}')).toBeUndefined();
});

test('D3: an id that is no UUID is read as one that no alert has', () => {
  expect(readAlertId('0197A1F0-7B5C-7D11-9A0E-3C5F1B2A4D6E')).toBe('0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e');
  expect(readAlertId('0197a1f0')).toBe(NIL_UUID);
});

test('D6 to D9: each code has its HTTP status', () => {
  const statuses = Object.values(REFUSALS).map(({ code, httpStatus }) => `${httpStatus} ${code}`);
  expect([...new Set(statuses)].toSorted()).toEqual([
    '400 BAD_REQUEST',
    '401 LOGIN_FAILED',
    '401 NOT_SIGNED_IN',
    '401 TOTP_REQUIRED',
    '401 TOTP_WRONG',
    '401 UNAUTHORIZED',
    '403 COMPANY_BLOCKED',
    '403 CROSS_SITE',
    '403 FORBIDDEN',
    '403 TOTP_SETUP_REQUIRED',
    '404 ALERT_NOT_FOUND',
    '404 NOT_FOUND',
    '405 METHOD_NOT_ALLOWED',
    '408 REQUEST_TIMEOUT',
    '409 CONFLICT',
    '413 PAYLOAD_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '422 ALERT_INVALID_STATUS',
    '422 IDEMPOTENCY_KEY_REUSED',
    '422 VALIDATION_ERROR',
    '429 RATE_LIMITED',
    '431 HEADERS_TOO_LARGE',
    '500 INTERNAL_ERROR',
    '503 UNAVAILABLE',
  ]);
});
