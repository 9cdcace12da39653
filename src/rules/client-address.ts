import { isIP, isIPv6 } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const HOPS_MAX = 10;
const IPV4_MAPPED = /^::ffff:(?=\d+\.)/i;
const NETWORK_GROUPS = 4;

/**
 * Where a request began. A proxy in front of us speaks from a private address and names who called it; what a public
 * address says about others counts for nothing, since anybody can write the header.
 */
export function findClientAddress(remoteAddress: string, forwardedFor: string | undefined): string {
  const named = (forwardedFor ?? '').split(',').map(plain).slice(-HOPS_MAX).toReversed();
  let address = plain(remoteAddress);
  for (const caller of named) {
    if (isPublicAddress(address) || isIP(caller) === 0) return address;
    address = caller;
  }
  return address;
}

/** The addresses that one caller can choose from: one in IPv4, but 64 bits of them in an IPv6 network. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

function plain(address: string): string {
  return address.trim().replace(IPV4_MAPPED, '');
}
