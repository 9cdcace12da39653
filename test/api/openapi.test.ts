import { Compile } from 'typebox/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi({ PUBLIC_URL: 'https://alerts.example.test' });

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters?: readonly { name: string; in: string }[];
  readonly requestBody?: unknown;
  readonly responses: Record<string, { description: string; content: Record<string, Content> }>;
}
interface Content {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Record<string, { value: unknown }>;
}
interface Document {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly servers: readonly { url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, object>; securitySchemes: Record<string, unknown> };
}

let document: Document;

beforeAll(async () => {
  document = JSON.parse((await sendRequest(api.service.url, '/openapi.json')).text);
});

const LIST = '/api/v1/chargeback-alert/alerts';
const READ = '/api/v1/chargeback-alert/alerts/{id}';
const STATUS = '/api/v1/chargeback-alert/alerts/{id}/status';
const LOOKUP = '/chargeback-alert/get';
const UPDATE = '/chargeback-alert/update/status';
const INTAKE_A = '/providers/provider_a_alerts/alerts';
const INTAKE_B = '/providers/provider_b_rdr/alerts';

const OPERATIONS: readonly (readonly [method: string, path: string, statuses: readonly string[]])[] = [
  ['get', LIST, ['200', '401', '422', '429', '500', '503']],
  ['get', READ, ['200', '401', '404', '429', '500', '503']],
  ['patch', STATUS, ['200', '401', '403', '404', '413', '415', '422', '429', '500', '503']],
  ['post', LOOKUP, ['200', '400', '401', '404', '413', '429', '500', '503']],
  ['post', UPDATE, ['200', '401', '403', '404', '413', '415', '422', '429', '500', '503']],
  ['post', INTAKE_A, ['200', '401', '413', '415', '422', '500', '503']],
  ['post', INTAKE_B, ['200', '401', '413', '415', '422', '500', '503']],
];

function operationOf(method: string, path: string): Operation {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

function waysInto(method: string, path: string): string[] {
  const { security } = operationOf(method, path);
  return security.map((way) => Object.keys(way).toSorted().join('+')).toSorted();
}

function parametersOf(method: string, path: string): string[] {
  const { parameters = [] } = operationOf(method, path);
  return parameters.map((parameter) => `${parameter.in} ${parameter.name}`).toSorted();
}

function contentOf(method: string, path: string, status: string): Content {
  const content = operationOf(method, path).responses[status]?.content['application/json'];
  if (content === undefined) throw new Error(`${method} ${path} ${status} has no JSON in the document`);
  return content;
}

/** What the document says is wrong with a value; references are resolved inside the document. */
function findProblems(schema: object, value: unknown): unknown[] {
  const [, problems] = Compile({ ...schema, components: document.components }).Errors(value);
  return problems;
}

describe('design 3: GET /openapi.json', () => {
  test('is OpenAPI 3.1 JSON that names itself and where it lives', async () => {
    const answer = await sendRequest(api.service.url, '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers[0]).toEqual({ url: 'https://alerts.example.test' });
  });

  test('has every route of the design and no other', () => {
    const found = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(found.toSorted()).toEqual(OPERATIONS.map(([method, path]) => `${method} ${path}`).toSorted());
  });

  test.each(OPERATIONS)(
    '%s %s: success and every error answer, each with a description',
    (method, path, statuses) => {
      const { responses, operationId, summary } = operationOf(method, path);
      expect(Object.keys(responses).toSorted()).toEqual(statuses);
      expect([operationId, summary].every((text) => text.length > 0)).toBe(true);
      for (const status of statuses) expect(responses[status]?.description).toMatch(/\S/);
    },
  );

  test.each(OPERATIONS)(
    '%s %s: every error answer has examples that fit its own schema',
    (method, path, statuses) => {
      for (const status of statuses.filter((each) => each !== '200')) {
        const { schema, example, examples = {} } = contentOf(method, path, status);
        const given = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
        expect(given, `${path} ${status}`).not.toHaveLength(0);
        for (const each of given) expect(findProblems(schema, each)).toEqual([]);
      }
    },
  );

  test.each([
    ['patch', STATUS],
    ['post', UPDATE],
  ])('%s %s: the examples of 422 show every code and every message of the transitions', (method, path) => {
    const shown = JSON.stringify(contentOf(method, path, '422').examples);
    for (const text of [
      'VALIDATION_ERROR',
      'ALERT_INVALID_STATUS',
      'IDEMPOTENCY_KEY_REUSED',
      'Alert has expired',
      'Response deadline has passed',
      'Alert already has a definitive status',
    ]) {
      expect(shown).toContain(text);
    }
  });

  test('operation ids are unique, and every reference leads somewhere', () => {
    const ids = OPERATIONS.map(([method, path]) => operationOf(method, path).operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
    for (const [, reference = ''] of references) {
      expect(Object.keys(document.components.schemas)).toContain(
        reference.replace('#/components/schemas/', ''),
      );
    }
  });

  test('names the ways in: Basic everywhere, the two headers on the aliases only, a signature for providers', () => {
    for (const [method, path] of [
      ['get', LIST],
      ['get', READ],
      ['patch', STATUS],
    ] as const) {
      expect(waysInto(method, path)).toEqual(['basic']);
    }
    for (const path of [LOOKUP, UPDATE]) {
      expect(waysInto('post', path)).toEqual(['basic', 'clientid+clientkey']);
      expect(operationOf('post', path).deprecated).toBe(true);
    }
    for (const path of [INTAKE_A, INTAKE_B]) expect(waysInto('post', path)).toEqual(['webhookSignature']);
  });

  test('lists every parameter of the list, and Idempotency-Key on both status updates', () => {
    const filters = [
      'page',
      'per_page',
      'status',
      'provider_alert_id',
      'date_from',
      'date_to',
      'card_bin',
      'card_last4',
    ];
    expect(parametersOf('get', LIST)).toEqual(filters.map((name) => `query ${name}`).toSorted());
    expect(parametersOf('get', READ)).toEqual(['path id']);
    expect(parametersOf('patch', STATUS)).toEqual(['header idempotency-key', 'path id']);
    expect(parametersOf('post', UPDATE)).toEqual(['header idempotency-key']);
  });
});

describe('design 8: what is answered is what the document says', () => {
  test.each<[method: string, path: string, status: string, query?: string, body?: string]>([
    ['get', LIST, '200'],
    ['get', LIST, '422', '?page=0'],
    ['get', READ, '200'],
    ['get', READ, '404', 'unknown'],
    ['patch', STATUS, '200', '', '{"status":"other"}'],
    ['patch', STATUS, '404', 'unknown', '{"status":"other"}'],
    ['patch', STATUS, '422', '', '{"status":"foo"}'],
    ['patch', STATUS, '413', '', ' '.repeat(70_000)],
    ['post', LOOKUP, '200', '', '{"alert_id":"{id}"}'],
    ['post', LOOKUP, '400', '', '{}'],
    ['post', LOOKUP, '404', '', '{"alert_id":"nobody"}'],
    ['post', LOOKUP, '413', '', ' '.repeat(70_000)],
    ['post', UPDATE, '200', '', '{"alert_id":"{id}","status":"other"}'],
    ['post', UPDATE, '422', '', '{"alert_id":"{id}","status":"foo"}'],
    ['post', INTAKE_A, '401', '', '{"alerts":[]}'],
  ])('%s %s → %s', async (method, path, status, variant = '', body) => {
    const id = await receiveAlert(api.service.url, api.company);
    const target =
      path.replace('{id}', variant === 'unknown' ? 'unknown' : id) + (variant.startsWith('?') ? variant : '');
    const answer = await sendRequest(api.service.url, target, {
      method: method.toUpperCase(),
      headers: { authorization: api.company.authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: body.replace('{id}', id) }),
    });
    expect(String(answer.status)).toBe(status);
    expect(findProblems(contentOf(method, path, status).schema, JSON.parse(answer.text))).toEqual([]);
  });

  test('the check can fail: a missing field, a wrong type, a status nobody knows', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    const { schema } = contentOf('get', READ, '200');
    const { data } = (await api.client.read(id)).body;
    expect(findProblems(schema, { data })).toEqual([]);
    expect(findProblems(schema, { data: { ...data, amount: 5 } })).not.toEqual([]);
    expect(findProblems(schema, { data: { ...data, status: 'lost' } })).not.toEqual([]);
    expect(findProblems(schema, { data: { ...data, issuer: null } })).not.toEqual([]);
    expect(findProblems(schema, { data: { id } })).not.toEqual([]);
  });
});
