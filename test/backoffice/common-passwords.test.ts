import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { hashChosenPassword } from '../../src/backoffice/account/hash-chosen-password.ts';
import { isCommonPassword } from '../../src/backoffice/account/is-common-password.ts';
import { findPasswordProblem, plainPassword } from '../../src/rules/password-rule.ts';

const EMAIL = 'maria.da.silva@loja.example';
const COMMON = 'This password is among the first that others would try. Choose another.';
const SHORT = 'The password must have 12 to 200 characters; this one has 11.';

test('the list has far more than the 3,000 most common passwords that the rule would let through (ASVS 6.2.4)', async () => {
  const file = new URL('../../src/backoffice/account/common-passwords.txt.gz', import.meta.url);
  const listed = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n');
  const others = listed.filter(
    (password) => findPasswordProblem(password, { email: EMAIL, isCommon: false }) === undefined,
  );
  expect(new Set(others).size).toBeGreaterThan(40_000);
  expect(listed.filter((password) => password !== plainPassword(password))).toEqual([]);
  for (const password of [listed[0], listed.at(-1)])
    expect(await isCommonPassword(password ?? '')).toBe(true);
});

test.for([
  ['1q2w3e4r5t6y', COMMON],
  [' LeaveMeAlone ', COMMON],
  ['leavemealone1 penguin', undefined],
  ['leavemealon', SHORT],
] as const)('whoever chooses %s is told: %s', async ([password, problem]) => {
  const chosen = hashChosenPassword(password, EMAIL).then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(await chosen).toBe(problem);
});
