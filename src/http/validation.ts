import { Compile } from 'typebox/compile';
import type { TObject, TSchema } from 'typebox';
import { RefusalError } from './refusal-error.ts';

/** On a property's schema: what the client is told when the value does not fit. `{received}` stands for the value. */
export const ERROR_TEXT = 'x-error-text';
const RECEIVED_SHOWN_MAX = 100;

interface PropertyCheck {
  readonly name: string;
  readonly required: boolean;
  readonly errorText: string;
  fits(value: unknown): boolean;
}

/** Returns what is wrong with a flat object, in the words of its schema, or undefined when all of it fits. */
export function compileObjectCheck(schema: TObject): (value: object) => string | undefined {
  const checks = Object.entries(schema.properties).map(([name, property]) =>
    compilePropertyCheck(name, property, schema.required?.includes(name) ?? false),
  );
  return (value) => {
    const given = value as Record<string, unknown>;
    const failed = checks.find(({ name, required, fits }) =>
      Object.hasOwn(given, name) && given[name] !== undefined ? !fits(given[name]) : required,
    );
    return failed && failed.errorText.replace('{received}', () => showReceived(given[failed.name]));
  };
}

function compilePropertyCheck(name: string, schema: TSchema, required: boolean): PropertyCheck {
  const compiled = Compile(schema);
  const errorText = (schema as Record<string, unknown>)[ERROR_TEXT];
  return {
    name,
    required,
    errorText: typeof errorText === 'string' ? errorText : `${name} is invalid`,
    fits: (value) => compiled.Check(value),
  };
}

function showReceived(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > RECEIVED_SHOWN_MAX ? `${text.slice(0, RECEIVED_SHOWN_MAX)}…` : text;
}

/** Fastify's validator for bodies and queries, so that the schema in the API reference is the one that decides. */
export function validatorCompiler({ schema, httpPart }: { schema: unknown; httpPart?: string | undefined }) {
  const objectSchema = schema as TObject;
  const check = compileObjectCheck(objectSchema);
  return (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { error: new RefusalError('invalid_input', { message: 'Request body must be a JSON object' }) };
    }
    const input = httpPart === 'querystring' ? readIntegers(objectSchema, value) : value;
    const problem = check(input);
    return problem === undefined
      ? { value: input }
      : { error: new RefusalError('invalid_input', { message: problem }) };
  };
}

/** A query is text; what its schema calls an integer becomes one, when it is written in plain digits. */
function readIntegers(schema: TObject, query: object): object {
  const entries = Object.entries(query).map(([name, value]): [string, unknown] => {
    const type = (schema.properties[name] as { type?: unknown } | undefined)?.type;
    const isDigits = typeof value === 'string' && /^\d+$/.test(value);
    return [name, type === 'integer' && isDigits ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}
