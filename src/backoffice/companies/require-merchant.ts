import { isUuid } from '../../rules/uuid.ts';
import { findMerchant, type Merchant } from '../../store/companies/merchants.ts';
import type { Queryable } from '../../store/connect.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { showGiven } from '../show-given.ts';

/** This is the operator's act, and the merchant decides which company it is for. */
export async function requireMerchant(sql: Queryable, merchantId: string): Promise<Merchant> {
  const merchant = isUuid(merchantId) ? await findMerchant(sql, merchantId) : undefined;
  if (merchant === undefined) {
    throw new NoSuchThingError(
      `There is no merchant with id ${showGiven(merchantId)}. Use the merchant_id printed when the merchant was created.`,
    );
  }
  return merchant;
}
