import { ACQUIRER_BIN_PATTERN, ALERT_TEXT_LENGTH_MAX } from '../../rules/alert-fields.ts';
import type { Route } from '../../rules/route-key.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { readLine } from '../read-line.ts';
import { showGiven } from '../show-given.ts';

const ACQUIRER_BIN = new RegExp(ACQUIRER_BIN_PATTERN);

/** A route that an alert can really match: the same limits as the intake puts on what the provider sends. */
export function readRoute(route: Route): Route {
  switch (route.provider) {
    case 'provider_a_alerts':
      return {
        provider: route.provider,
        descriptor: readLine(route.descriptor, 'The descriptor', ALERT_TEXT_LENGTH_MAX),
      };
    case 'provider_b_rdr':
      return {
        provider: route.provider,
        acquirerBin: readAcquirerBin(route.acquirerBin),
        caid: readLine(route.caid, 'The card acceptor id (caid)', ALERT_TEXT_LENGTH_MAX),
      };
  }
}

function readAcquirerBin(given: string): string {
  const acquirerBin = given.trim();
  if (!ACQUIRER_BIN.test(acquirerBin)) {
    throw new BackofficeError(
      `The acquirer BIN must be 6-11 digits, such as 412345; received ${showGiven(given)}.`,
    );
  }
  return acquirerBin;
}
