import { expect, test } from 'vitest';
import { findPasswordProblem, plainPassword } from '../../src/rules/password-rule.ts';

const EMAIL = 'Maria.da.Silva@loja.example';
const LENGTH = (length: number) => `The password must have 12 to 200 characters; this one has ${length}.`;
const ADDRESS = 'The password must not be the email address. Choose another.';
const COMMON = 'This password is among the first that others would try. Choose another.';
const letters = (count: number): string => 'abcdefghij-'.repeat(20).slice(0, count);

test.for([
  ['eleven characters', letters(11), LENGTH(11)],
  ['twelve', letters(12), undefined],
  ['two hundred', letters(200), undefined],
  ['two hundred and one', letters(201), LENGTH(201)],
  ['letters outside the usual plane count once', '𝒶'.repeat(11), LENGTH(11)],
  ['the email address in other letters', 'MARIA.DA.SILVA@loja.example', ADDRESS],
  ['its first part, with spaces around it', ' maria.da.silva ', ADDRESS],
  ['its second part, which is the company', 'Loja.example loja', COMMON],
  ['the service and a year', 'ChargebackAlerts2026!', COMMON],
  ['a name and figures', 'Silva-123456789', COMMON],
  ['a word that another one begins with', 'alertaalertaalerta', COMMON],
  ['a known word among words of its own', 'chargeback penguin', undefined],
  ['figures alone, but no row of them', '730291846620', undefined],
  ['one that many have', 'Password1234', COMMON],
  ['two characters in turn', 'abababababab', COMMON],
  ['three characters in turn', 'abcabcabcabc', undefined],
] as const)('%s', ([, password, problem]) => {
  expect(findPasswordProblem(password, { email: EMAIL, isCommon: false })).toBe(problem);
});

test('one that is on the list, which knows neither capitals nor spaces around it', () => {
  const password = ' LeaveMeAlone ';
  expect(plainPassword(password)).toBe('leavemealone');
  expect(findPasswordProblem(password, { email: EMAIL, isCommon: true })).toBe(COMMON);
});
