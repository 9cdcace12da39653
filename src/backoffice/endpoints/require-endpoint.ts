import { isUuid } from '../../rules/uuid.ts';
import type { Queryable } from '../../store/connect.ts';
import { type EndpointWithSecrets, findEndpoint } from '../../store/outbox/find-endpoint.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { showGiven } from '../show-given.ts';

/** Which endpoint is meant, and by whom. */
export interface MeantEndpoint {
  readonly endpointId: string;
  /** The company it must belong to; left out by an operator, who acts across companies. */
  readonly companyId?: string | undefined;
}

/** The endpoint that is meant; another company's is treated as none. Endpoints are never deleted. */
export async function requireEndpoint(
  sql: Queryable,
  endpointId: string,
  companyId?: string,
): Promise<EndpointWithSecrets> {
  const endpoint = isUuid(endpointId) ? await findEndpoint(sql, endpointId) : undefined;
  if (endpoint === undefined || (companyId !== undefined && endpoint.companyId !== companyId)) {
    throw noSuchEndpoint(endpointId);
  }
  return endpoint;
}

/** The id of the endpoint of this company that is meant, if one is. */
export async function requireEndpointIfNamed(
  sql: Queryable,
  companyId: string,
  endpointId: string | undefined,
): Promise<string | undefined> {
  if (endpointId === undefined) return undefined;
  return (await requireEndpoint(sql, endpointId, companyId)).id;
}

function noSuchEndpoint(endpointId: string): NoSuchThingError {
  return new NoSuchThingError(
    `There is no endpoint with id ${showGiven(endpointId)}. Listing the company's endpoints shows their ids.`,
  );
}
