import type { RouteOptions } from 'fastify';
import { collectRouteOptions } from '../../test/support/dashboard-routes.ts';
import type { Operation, Parameter } from './operations.ts';
import type { ValueSchema } from './schema-values.ts';

/** The stream never ends by itself, and signing out would end what all other requests need. */
const LEFT_OUT: ReadonlySet<string> = new Set(['/dashboard/api/events', '/dashboard/api/logout']);

/** Sound bodies where the schema of the route leaves the reading to the use case. */
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  'POST /dashboard/api/bulk-updates': [
    { status: 'other', source: { kind: 'filter', filter: { view: 'all' } } },
    { status: 'notfound', source: { kind: 'selection', alert_ids: ['x'] } },
  ],
  'POST /dashboard/api/bulk-updates/csv': [
    'alert,status\nX,other\n',
    'id;status\r\n"X;";foo\r\n',
    'PK\u0003\u0004',
  ],
  'POST /dashboard/api/endpoints': [{ url: 'http://127.0.0.1:9/', format: 'v2' }],
};

/** Every route of the dashboard's API, with the schemas that it validates by. */
export async function readDashboard(): Promise<Operation[]> {
  const routes = await collectRouteOptions();
  return routes.filter(({ url }) => !LEFT_OUT.has(url)).map(readRoute);
}

function readRoute({ method, url, schema }: RouteOptions): Operation {
  const name = `${String(method)} ${url}`;
  const isUpload = url.endsWith('/csv');
  const body = schema?.body as ValueSchema | undefined;
  const given = isUpload ? { type: 'string' } : body;
  return {
    name,
    method: String(method),
    path: url.replaceAll(/:(\w+)/g, '{$1}'),
    parameters: readQuery(schema?.querystring as ValueSchema | undefined),
    body: given && { ...given, examples: EXAMPLES[name] ?? [] },
    mediaType: isUpload ? 'text/csv' : 'application/json',
    fitsBody: () => undefined,
    waysIn: new Set(['session']),
    answers: new Map(),
  };
}

function readQuery({ properties = {} }: ValueSchema = {}): Parameter[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}
