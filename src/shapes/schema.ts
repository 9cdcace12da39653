import { Type } from 'typebox';

/** Small pieces that the shapes are made of, written so that validation, types and the API reference agree. */
export function Nullable<T extends 'string' | 'integer'>(type: T, options: object = {}) {
  return Type.Unsafe<(T extends 'string' ? string : number) | null>({ type: [type, 'null'], ...options });
}

export function OneOf<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

export function Timestamp(description: string, example: string) {
  return Type.String({ format: 'date-time', description, examples: [example] });
}

export function Uuid(description: string, example: string) {
  return Type.String({ format: 'uuid', description, examples: [example] });
}
