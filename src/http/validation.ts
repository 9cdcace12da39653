import { type Static, type TObject, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { maskCardNumbers } from '../rules/card-number.ts';
import { isJsonObject } from '../rules/json-object.ts';

/** On a property's schema: what the client is told when the value does not fit. `{received}` stands for the value. */
export const ERROR_TEXT = 'x-error-text';
const RECEIVED_SHOWN_MAX = 100;

/** The pattern of what PostgreSQL can hold: no NUL, and no half of a surrogate pair, which JSON can write. */
export const STORABLE_TEXT = '^[^\\u0000\\ud800-\\udfff]*$';

export type ReadResult<Value> =
  | { readonly kind: 'fits'; readonly value: Value }
  | { readonly kind: 'fails'; readonly problem: string };

interface PropertyCheck {
  readonly name: string;
  readonly required: boolean;
  readonly errorText: string;
  readonly fits: (value: unknown) => boolean;
}

/** Reads a flat object by its schema, or says what is wrong with it in the schema's own words. */
export function compileObjectReader<Schema extends TObject>(
  schema: Schema,
): (given: unknown) => ReadResult<Static<Schema>> {
  const checks = Object.entries(schema.properties).map(([name, property]) =>
    compilePropertyCheck(name, property, schema.required?.includes(name) ?? false),
  );
  return (given) => {
    if (!isJsonObject(given)) return { kind: 'fails', problem: 'Request body must be a JSON object' };
    const failed = checks.find(({ name, required, fits }) =>
      Object.hasOwn(given, name) && given[name] !== undefined ? !fits(given[name]) : required,
    );
    if (failed !== undefined) {
      const problem = failed.errorText.replace('{received}', () => showReceived(given[failed.name]));
      return { kind: 'fails', problem };
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every property has just been checked
    return { kind: 'fits', value: given as Static<Schema> };
  };
}

function compilePropertyCheck(name: string, schema: TSchema, required: boolean): PropertyCheck {
  const compiled = Compile(schema);
  const errorText = ERROR_TEXT in schema ? schema[ERROR_TEXT] : undefined;
  return {
    name,
    required,
    errorText: typeof errorText === 'string' ? errorText : `${name} is invalid`,
    fits: (value) => compiled.Check(value),
  };
}

function showReceived(value: unknown): string {
  const text = value === undefined ? 'nothing' : maskCardNumbers(JSON.stringify(value));
  return text.length > RECEIVED_SHOWN_MAX ? `${text.slice(0, RECEIVED_SHOWN_MAX)}…` : text;
}
