import type { TObject } from 'typebox';
import { isJsonObject } from '../rules/json-object.ts';
import { RefusalError } from './refusal-error.ts';
import { compileObjectReader } from './validation.ts';

/** Fastify's validator for bodies and queries, so that the schema in the API reference is the one that decides. */
export function validatorCompiler({ schema, httpPart }: { schema: TObject; httpPart?: string | undefined }) {
  const readObject = compileObjectReader(schema);
  return (given: unknown) => {
    const read = readObject(httpPart === 'querystring' ? readIntegers(schema, given) : given);
    return read.kind === 'fits'
      ? { value: read.value }
      : { error: new RefusalError('invalid_input', { message: read.problem }) };
  };
}

/** A query is text; what its schema calls an integer becomes one, when it is written in plain digits. */
function readIntegers(schema: TObject, query: unknown): unknown {
  if (!isJsonObject(query)) return query;
  const entries = Object.entries(query).map(([name, value]): [string, unknown] => {
    const property = schema.properties[name];
    const isInteger = property !== undefined && 'type' in property && property.type === 'integer';
    return [name, isInteger && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}
