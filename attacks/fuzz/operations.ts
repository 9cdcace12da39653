import { Compile } from 'typebox/schema';
import { sendRequest } from '../../test/support/http-request.ts';
import type { ValueSchema } from './schema-values.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly schema: ValueSchema;
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: ValueSchema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

interface Content {
  readonly schema: object;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Tells what is wrong with a value; nothing when it fits. */
export type Check = (value: unknown) => string | undefined;

/** One route as the document describes it, ready to be called and judged. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: ValueSchema | undefined;
  readonly mediaType: string;
  readonly fitsBody: Check;
  readonly waysIn: ReadonlySet<string>;
  readonly answers: ReadonlyMap<number, Check>;
}

export interface Api {
  readonly operations: readonly Operation[];
  /** Of errors that no route documents, such as a path that cannot be read. */
  readonly checkEnvelope: Check;
}

/** Every operation of the service's own OpenAPI document. */
export async function readApi(url: string): Promise<Api> {
  const document = JSON.parse((await sendRequest(url, '/openapi.json')).text) as Document;
  const compile = (schema: object): Check => compileCheck(schema, document);
  return {
    operations: Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) =>
        readOperation(method.toUpperCase(), path, operation, compile),
      ),
    ),
    checkEnvelope: compile({ $ref: '#/components/schemas/Error' }),
  };
}

function readOperation(
  method: string,
  path: string,
  operation: DocumentedOperation,
  compile: (schema: object) => Check,
): Operation {
  const body = operation.requestBody?.content['application/json']?.schema;
  const answers = Object.entries(operation.responses).map(([status, { content }]): [number, Check] => [
    Number(status),
    compile(content?.['application/json']?.schema ?? {}),
  ]);
  return {
    name: `${method} ${path}`,
    method,
    path,
    parameters: operation.parameters ?? [],
    body,
    mediaType: 'application/json',
    fitsBody: compile(body ?? {}),
    waysIn: new Set(operation.security.flatMap((way) => Object.keys(way))),
    answers: new Map(answers),
  };
}

/** References are resolved inside the document. */
function compileCheck(schema: object, { components }: Document): Check {
  const compiled = Compile({ ...schema, components });
  return (value) => {
    if (compiled.Check(value)) return undefined;
    const [, [problem]] = compiled.Errors(value);
    return `${problem?.instancePath ?? ''} ${problem?.message ?? 'does not fit'}`.trim();
  };
}
