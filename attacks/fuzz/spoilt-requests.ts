import * as fc from 'fast-check';
import { HOSTILE_TEXTS, hostileText, hostileValue } from './hostile-values.ts';
import type { Operation } from './operations.ts';
import { type FuzzRequest, type Known, soundRequests } from './requests.ts';
import { spoiltValuesOf } from './schema-values.ts';

type Spoil = (request: FuzzRequest) => Partial<FuzzRequest>;

/** Requests of one route: about a third sound, the others with one thing wrong. */
export function requestsOf(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  const sound = soundRequests(operation, known);
  const spoilt = fc
    .tuple(sound, spoilsOf(operation))
    .map(([request, spoil]) => Object.assign({}, request, { isSound: false }, spoil(request)));
  return fc.oneof({ weight: 1, arbitrary: sound }, { weight: 2, arbitrary: spoilt });
}

function spoilsOf(operation: Operation): fc.Arbitrary<Spoil> {
  const { body, parameters } = operation;
  const queryNames = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const spoils = [spoiltQueries(queryNames), spoiltCredentials, spoiltHeaders, spoiltMethods];
  if (operation.path.includes('{')) spoils.push(spoiltPaths(operation));
  // Bodies are where most can go wrong.
  if (body !== undefined) spoils.push(spoiltBodies(operation), spoiltBodies(operation), rawBodies);
  return fc.oneof(...spoils);
}

function spoiltQueries(names: readonly string[]): fc.Arbitrary<Spoil> {
  const name = fc.constantFrom(...names, 'page[]', '__proto__', 'constructor', 'extra');
  return fc
    .array(fc.tuple(name, hostileText), { minLength: 1, maxLength: 3 })
    .map((added) => ({ query }) => ({ query: [...query, ...added] }));
}

/** Only what may stand in a request line; the rest is for raw sockets. */
function spoiltPaths({ path }: Operation): fc.Arbitrary<Spoil> {
  const part = fc.oneof(
    fc.stringMatching(/^[!-"$->@-~]{1,40}$/),
    fc.constantFrom('%', '%zz', '%c0%af', '..%2f..', '%00', 'x'.repeat(12_000), ';a=b', '*'),
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  );
  return part.map((id) => () => ({ path: path.replaceAll(/\{\w+\}/g, () => id) }));
}

function spoiltBodies({ body = {} }: Operation): fc.Arbitrary<Spoil> {
  return fc
    .oneof(spoiltValuesOf(body), hostileValue)
    .map((value) => () => ({ body: JSON.stringify(value) ?? '' }));
}

const rawBodies: fc.Arbitrary<Spoil> = fc
  .oneof(
    fc.constantFrom(
      '',
      '{',
      '[',
      '"',
      'null',
      '{"status":"other"',
      '\ufeff{}',
      '{"a":1}{"a":2}',
      `"${'x'.repeat(70_000)}"`,
    ),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
  .map((body) => () => ({ body }));

const spoiltCredentials: fc.Arbitrary<Spoil> = fc
  .oneof(
    fc.constantFrom<Record<string, string>>(
      { authorization: '' },
      { authorization: 'Basic' },
      { authorization: 'Basic !!!' },
      { authorization: `Basic ${Buffer.from('no colon').toString('base64')}` },
      { authorization: `Basic ${Buffer.from(':').toString('base64')}` },
      { authorization: `Basic ${Buffer.from('a\0b:c').toString('base64')}` },
      { authorization: 'Bearer x' },
      { clientid: 'x', clientkey: 'y', authorization: '' },
      { 'webhook-signature': 'v1,', 'webhook-id': '', 'webhook-timestamp': '0' },
      { 'webhook-signature': 'v1,AAAA', 'webhook-id': 'a', 'webhook-timestamp': '9'.repeat(12) },
    ),
    fc.string({ unit: 'binary', maxLength: 80 }).map((text) => ({
      authorization: `Basic ${Buffer.from(text).toString('base64')}`,
    })),
  )
  .map((wrong) => ({ headers }) => ({ headers: { ...headers, ...wrong } }));

const HEADER_TEXTS = HOSTILE_TEXTS.filter((text) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text));

const spoiltHeaders: fc.Arbitrary<Spoil> = fc
  .tuple(
    fc.constantFrom(
      'content-type',
      'idempotency-key',
      'x-request-id',
      'accept',
      'x-forwarded-for',
      'cookie',
      'origin',
    ),
    fc.oneof(fc.constantFrom(...HEADER_TEXTS), fc.stringMatching(/^[ -~]{0,60}$/)),
  )
  .map(([name, value]) => ({ headers }) => ({ headers: { ...headers, [name]: value } }));

const spoiltMethods: fc.Arbitrary<Spoil> = fc
  .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE')
  .map((method) => () => ({ method }));
