import { isUuid } from '../rules/uuid.ts';
import type { Queryable } from '../store/connect.ts';
import { type EndpointWithSecrets, findEndpoint } from '../store/find-endpoint.ts';
import { BackofficeError } from './backoffice-error.ts';
import { showGiven } from './show-given.ts';

/** This is the operator's act, and the endpoint decides which company it is for. Endpoints are never deleted. */
export async function requireEndpoint(sql: Queryable, endpointId: string): Promise<EndpointWithSecrets> {
  const endpoint = isUuid(endpointId) ? await findEndpoint(sql, endpointId) : undefined;
  if (endpoint === undefined) throw noSuchEndpoint(endpointId);
  return endpoint;
}

/** The id of the endpoint of this company that is meant, if one is; another company's is the same as none. */
export async function findMeantEndpoint(
  sql: Queryable,
  companyId: string,
  endpointId: string | undefined,
): Promise<string | undefined> {
  if (endpointId === undefined) return undefined;
  const endpoint = await requireEndpoint(sql, endpointId);
  if (endpoint.companyId !== companyId) throw noSuchEndpoint(endpointId);
  return endpoint.id;
}

function noSuchEndpoint(endpointId: string): BackofficeError {
  return new BackofficeError(
    `There is no endpoint with id ${showGiven(endpointId)}. Listing the company's endpoints shows their ids.`,
  );
}
