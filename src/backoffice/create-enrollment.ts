import { randomUUIDv7 } from 'node:crypto';
import type { Route } from '../rules/route-key.ts';
import { isUuid } from '../rules/uuid.ts';
import { adoptUnroutedAlerts } from '../store/adopt-unrouted-alerts.ts';
import type { Queryable } from '../store/connect.ts';
import { isUniqueViolation } from '../store/database-errors.ts';
import { findMerchant, insertEnrollment, type Merchant } from '../store/merchants.ts';
import { BackofficeError } from './backoffice-error.ts';
import { readRoute } from './read-route.ts';
import { showGiven } from './show-given.ts';

const ADOPTED_PER_STEP_MAX = 500;

/** From now on alerts of this route are the merchant's, those that were already waiting for it included. */
export async function createEnrollment(
  sql: Queryable,
  enrollment: { readonly merchantId: string; readonly route: Route },
  responseWindowMs: number,
): Promise<{ merchantEnrollmentId: string; adoptedAlerts: number }> {
  const route = readRoute(enrollment.route);
  const merchant = await requireMerchant(sql, enrollment.merchantId);
  const merchantEnrollmentId = randomUUIDv7();
  await insertUniqueEnrollment(sql, merchantEnrollmentId, merchant, route);
  return { merchantEnrollmentId, adoptedAlerts: await adoptAllWaiting(sql, responseWindowMs) };
}

/** This is the operator's act, and the merchant decides which company it is for. */
async function requireMerchant(sql: Queryable, merchantId: string): Promise<Merchant> {
  const merchant = isUuid(merchantId) ? await findMerchant(sql, merchantId) : undefined;
  if (merchant === undefined) {
    throw new BackofficeError(
      `There is no merchant with id ${showGiven(merchantId)}. Use the merchant_id that creating the merchant gave.`,
    );
  }
  return merchant;
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

function describeRoute(route: Route): string {
  switch (route.provider) {
    case 'provider_a_alerts':
      return `The descriptor ${showGiven(route.descriptor)}`;
    case 'provider_b_rdr':
      return `The acquirer BIN ${route.acquirerBin} with card acceptor ${showGiven(route.caid)}`;
  }
}

async function adoptAllWaiting(sql: Queryable, responseWindowMs: number): Promise<number> {
  let adoptedAlerts = 0;
  for (;;) {
    const adoptedNow = await adoptUnroutedAlerts(sql, responseWindowMs, ADOPTED_PER_STEP_MAX);
    adoptedAlerts += adoptedNow;
    if (adoptedNow < ADOPTED_PER_STEP_MAX) return adoptedAlerts;
  }
}
