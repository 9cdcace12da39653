import { Type } from 'typebox';
import { ERROR_TEXT } from '../http/validation.ts';

/** A moment as the pages write it; years beyond those of this service would be too much for PostgreSQL. */
export function momentField(name: string) {
  return Type.String({
    format: 'date-time',
    pattern: '^2[0-9]{3}-.*Z$',
    [ERROR_TEXT]: `${name} must be a time in UTC such as 2026-11-02T12:00:00Z`,
  });
}

export function idField(name: string) {
  return Type.String({ format: 'uuid', [ERROR_TEXT]: `${name} must be a UUID` });
}
