import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress } from '../rules/public-address.ts';
import type { Resolve } from './resolve-host.ts';
import { ForbiddenAddressError, SendError } from './send-error.ts';

/**
 * A lookup for `net.connect` and `tls.connect`: what it has checked is what they connect to, so no second answer of the
 * name server can come between. One address that is not public refuses the host as a whole, whichever would be tried.
 */
export function createGuardedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  const find = callbackify(findAddresses);
  return (hostname, options, callback) => {
    find(resolve, hostname, allowPrivate, (error, found) => {
      if (error !== null) callback(error, []);
      else if (options.all === true) callback(null, [found.first, ...found.others]);
      else callback(null, found.first.address, found.first.family);
    });
  };
}

interface FoundAddresses {
  readonly first: LookupAddress;
  readonly others: readonly LookupAddress[];
}

async function findAddresses(
  resolve: Resolve,
  hostname: string,
  allowPrivate: boolean,
): Promise<FoundAddresses> {
  const addresses = await resolveOrFail(resolve, hostname);
  const [first, ...others] = addresses;
  if (first === undefined) throw new SendError('dns', 'The host name has no address');
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new ForbiddenAddressError();
  }
  return { first, others };
}

async function resolveOrFail(resolve: Resolve, hostname: string): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(hostname);
  } catch (cause) {
    throw new SendError('dns', 'The host name could not be resolved', { cause });
  }
}
