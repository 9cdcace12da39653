import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Every address of a host, in the order the resolver gives them. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true, order: 'verbatim' });

const NAME_SERVER_TIMEOUT_MS = 1500;
const NAME_SERVER_TRIES = 2;

/**
 * Asks the name servers directly. Unlike the system's resolver it takes no thread while it waits, so that customers
 * whose name servers hang delay nobody else; it knows public names only, which is all that a webhook may go to.
 */
export function createNameServerResolve(): Resolve {
  const resolver = new Resolver({ timeout: NAME_SERVER_TIMEOUT_MS, tries: NAME_SERVER_TRIES });
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  };
}

/**
 * Lets those who ask for the same host at the same time share one answer. The system's resolver works on few threads
 * and cannot be interrupted: a host whose name servers hang then holds one of them, however many requests wait for it.
 */
export function shareResolutions(resolve: Resolve): Resolve {
  const underWay = new Map<string, ReturnType<Resolve>>();
  return (hostname) => {
    const known = underWay.get(hostname);
    if (known !== undefined) return known;
    const resolution = resolve(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, resolution);
    return resolution;
  };
}
