import { randomUUIDv7 } from 'node:crypto';
import type { Route } from '../../rules/route-key.ts';
import { insertEnrollment } from '../../store/companies/enrollments.ts';
import type { Merchant } from '../../store/companies/merchants.ts';
import type { Queryable, Sql } from '../../store/connect.ts';
import { isUniqueViolation } from '../../store/database-errors.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { requireMerchant } from '../companies/require-merchant.ts';
import { showGiven } from '../show-given.ts';
import { adoptWaiting } from './adopt-waiting.ts';
import { readRoute } from './read-route.ts';

export interface NewEnrollment {
  readonly merchantEnrollmentId: string;
  readonly companyId: string;
  readonly adoptedAlerts: number;
}

/** From now on alerts of this route are the merchant's, those that were already waiting for it included. */
export async function createEnrollment(
  sql: Sql,
  doer: Doer,
  enrollment: { readonly merchantId: string; readonly route: Route },
  responseWindowMs: number,
): Promise<NewEnrollment> {
  const route = readRoute(enrollment.route);
  const merchant = await requireMerchant(sql, enrollment.merchantId);
  const { companyId } = merchant;
  const merchantEnrollmentId = randomUUIDv7();
  return transact(sql, async (transaction) => {
    await insertUniqueEnrollment(transaction, merchantEnrollmentId, merchant, route);
    const adoptedAlerts = await adoptWaiting(transaction, responseWindowMs);
    await recordDeed(transaction, doer, {
      action: 'enrollment.created',
      subject: merchantEnrollmentId,
      details: { ...nameParts(route), adopted_alerts: adoptedAlerts },
      companyId,
    });
    return { merchantEnrollmentId, companyId, adoptedAlerts };
  });
}

async function insertUniqueEnrollment(
  sql: Queryable,
  id: string,
  merchant: Merchant,
  route: Route,
): Promise<void> {
  try {
    await insertEnrollment(sql, { id, companyId: merchant.companyId, merchantId: merchant.id, route });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new BackofficeError(
      `${describeRoute(route)} is already enrolled with ${route.provider}, and one route leads to one merchant only. ` +
        'Check the values; alerts of this route already arrive at the merchant that has it.',
      { cause: error },
    );
  }
}

/** Named as everywhere outside. */
function nameParts(route: Route): Record<string, string> {
  switch (route.provider) {
    case 'provider_a_alerts':
      return { provider: route.provider, descriptor: route.descriptor };
    case 'provider_b_rdr':
      return { provider: route.provider, acquirer_bin: route.acquirerBin, caid: route.caid };
  }
}

function describeRoute(route: Route): string {
  switch (route.provider) {
    case 'provider_a_alerts':
      return `The descriptor ${showGiven(route.descriptor)}`;
    case 'provider_b_rdr':
      return `The acquirer BIN ${route.acquirerBin} with card acceptor ${showGiven(route.caid)}`;
  }
}
