import { Type } from 'typebox';
import { ERROR_TEXT, STORABLE_TEXT } from '../http/validation.ts';
import { COMPANY_ROLES } from '../rules/permissions.ts';
import { CSV_LOCALES } from '../shapes/csv-line.ts';
import { OneOf } from '../shapes/schema.ts';

const TYPED_LENGTH_MAX = 1000;

/** What a person types; whether it makes sense, the use case says in its own words. */
export function typedText(name: string) {
  return Type.String({
    minLength: 1,
    maxLength: TYPED_LENGTH_MAX,
    pattern: STORABLE_TEXT,
    [ERROR_TEXT]: `${name} must be text of 1 to ${TYPED_LENGTH_MAX} characters`,
  });
}

/** For actions for which an unlocked screen must not be enough. */
export const PasswordBody = Type.Object({ password: typedText('password') });

export const CodeField = Type.String({
  pattern: '^ *\\d{3} ?\\d{3} *$',
  maxLength: 20,
  [ERROR_TEXT]: 'code must be the 6 digits that the authenticator app shows',
});

export const CompanyRoleField = Type.Enum([...COMPANY_ROLES], {
  [ERROR_TEXT]: `role must be one of ${COMPANY_ROLES.join(', ')}; received {received}`,
});

/** Whose spreadsheets a file is for. */
export const CsvLocaleField = Type.Optional(
  OneOf(CSV_LOCALES, { [ERROR_TEXT]: `locale must be one of ${CSV_LOCALES.join(', ')}` }),
);

/** As the app shows it, or in two groups, as many people type it. */
export function digitsOf(code: string): string {
  return code.replaceAll(' ', '');
}
