import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** Every address of a host, in the order the resolver gives them. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true, order: 'verbatim' });

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
