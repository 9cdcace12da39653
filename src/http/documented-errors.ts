import { Type, type TSchema } from 'typebox';
import { type Refusal, REFUSALS } from '../rules/refusals.ts';
import { ErrorSchema } from '../shapes/errors.ts';

/** What any route may answer besides its own refusals. */
const EVERYWHERE: readonly Refusal[] = ['internal_error', 'unavailable'];

/** The error answers of a route for its API reference, from the one table of refusals. */
export function documentErrors(...refusals: Refusal[]): Record<number, TSchema> {
  const byStatus = Object.groupBy(
    [...refusals, ...EVERYWHERE].map((refusal) => REFUSALS[refusal]),
    ({ httpStatus }) => httpStatus,
  );
  return Object.fromEntries(
    Object.entries(byStatus).map(([httpStatus, rows]) => [
      httpStatus,
      Type.Object(ErrorSchema.properties, {
        description: rows.map(({ code, message }) => `\`${code}\`: ${message}.`).join(' '),
        examples: rows.map(({ code, message }) => ({ error: { code, message } })),
      }),
    ]),
  );
}
