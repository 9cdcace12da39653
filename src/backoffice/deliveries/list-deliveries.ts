import type { DeliveryState } from '../../rules/outcomes.ts';
import type { Queryable } from '../../store/connect.ts';
import { type DeliveryRow, listDeliveryRows } from '../../store/outbox/list-deliveries.ts';
import { requireCompany } from '../companies/require-company.ts';
import { requireEndpointIfNamed } from '../endpoints/require-endpoint.ts';
import { type Moment, resolveMoment } from '../moment.ts';

export interface DeliverySearch {
  readonly companyId: string;
  readonly endpointId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly since?: Moment | undefined;
  /** The alert's id, ours or its provider's. */
  readonly reference?: string | undefined;
  readonly rowsMax: number;
}

/** What was sent to a company's endpoints, is about to be, or could not be; newest alert first. */
export async function listDeliveries(
  sql: Queryable,
  search: DeliverySearch,
): Promise<readonly DeliveryRow[]> {
  const { state, since, reference, rowsMax } = search;
  const companyId = await requireCompany(sql, search.companyId);
  // PostgreSQL cannot hold a NUL, and so no alert has one in its id.
  if (reference?.includes('\0')) return [];
  return listDeliveryRows(sql, companyId, {
    endpointId: await requireEndpointIfNamed(sql, companyId, search.endpointId),
    state,
    reference,
    receivedFrom: since && (await resolveMoment(sql, since)),
    rowsMax,
  });
}
