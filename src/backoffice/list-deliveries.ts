import type { Queryable } from '../store/connect.ts';
import {
  type DeliveryRow,
  type DeliveryState,
  listDeliveries as listStored,
} from '../store/list-deliveries.ts';
import { type Moment, resolveMoment } from './moment.ts';
import { requireCompany } from './require-company.ts';
import { findMeantEndpoint } from './require-endpoint.ts';

export interface DeliverySearch {
  readonly companyId: string;
  readonly endpointId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly since?: Moment | undefined;
  readonly rowsMax: number;
}

/** What was sent to a company's endpoints, is about to be, or could not be; newest alert first. */
export async function listDeliveries(
  sql: Queryable,
  { companyId: givenCompanyId, endpointId, state, since, rowsMax }: DeliverySearch,
): Promise<readonly DeliveryRow[]> {
  const companyId = await requireCompany(sql, givenCompanyId);
  return listStored(sql, companyId, {
    endpointId: await findMeantEndpoint(sql, companyId, endpointId),
    state,
    receivedFrom: since && (await resolveMoment(sql, since)),
    rowsMax,
  });
}
