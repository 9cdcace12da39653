import * as fc from 'fast-check';
import { hostileValue } from './hostile-values.ts';

/** The part of JSON Schema that our document uses. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly items?: ValueSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
}

/** Long lists are a matter of load, which other tests look at. */
const ITEMS_MAX = 4;
const TEXT_LENGTH_MAX = 300;
const INTEGER_MAX = 2 ** 53 - 1;

/** Values that fit the schema. */
export function valuesOf(schema: ValueSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'object'].flat();
  const examples = (schema.examples ?? []).map((example) => fc.constant(example));
  return fc.oneof(...types.map((type) => valuesOfType(type, schema)), ...examples);
}

function valuesOfType(type: string, schema: ValueSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -INTEGER_MAX, max: schema.maximum ?? INTEGER_MAX });
    case 'string':
      return textsOf(schema);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? ITEMS_MAX, ITEMS_MAX),
      });
    case 'object':
      return objectsOf(schema);
    default:
      throw new Error(`No values are known for the type ${type}`);
  }
}

function textsOf({ format, pattern, minLength = 0, maxLength = TEXT_LENGTH_MAX }: ValueSchema) {
  if (format === 'date') return datesAsText;
  const rule = new RegExp(pattern ?? '', 'u');
  const fits = (text: string): boolean => {
    const { length } = Array.from(text);
    return rule.test(text) && length >= minLength && length <= maxLength;
  };
  const ofPattern = pattern === undefined ? fc.string() : fc.stringMatching(rule);
  const isNarrow = pattern !== undefined && !pattern.includes('[^');
  // Where nearly anything is allowed, nearly anything is tried.
  return isNarrow ? ofPattern.filter(fits) : fc.oneof(ofPattern, anyText).filter(fits);
}

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const datesAsText = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function objectsOf({ properties = {}, required = [] }: ValueSchema): fc.Arbitrary<object> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valuesOf(property)]),
  );
  return fc.record(fields, { requiredKeys: [...required] });
}

/** Values that were sound until one thing in them was lost, spoilt or added. */
export function spoiltValuesOf(schema: ValueSchema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const name = fc.constantFrom(...names, '__proto__', 'constructor', 'extra');
  return fc
    .tuple(valuesOf(schema), name, fc.option(hostileValue, { nil: undefined }), fc.boolean())
    .map(([value, at, replacement, inside]) => spoil(value, at, replacement, inside));
}

function spoil(value: unknown, name: string, replacement: unknown, inside: boolean): unknown {
  if (typeof value !== 'object' || value === null) return replacement;
  const list = Object.values(value).find((each) => Array.isArray(each) && each.length > 0);
  if (inside && Array.isArray(list)) {
    const key = Object.keys(value).find((each) => (value as Record<string, unknown>)[each] === list) ?? '';
    const [first, ...rest] = list;
    return { ...value, [key]: [spoil(first, 'alert_id', replacement, false), ...rest] };
  }
  const entries = Object.entries(value).filter(([key]) => key !== name);
  // `fromEntries` makes own properties even of names that mean something to an object.
  return Object.fromEntries(replacement === undefined ? entries : [...entries, [name, replacement]]);
}
