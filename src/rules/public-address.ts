import { BlockList, isIPv4, isIPv6 } from 'node:net';

type Range = readonly [network: string, prefixBits: number, purpose: string];

/** IANA's registry of special-purpose IPv4 addresses, with multicast and what clouds keep for their own machinery. */
const SPECIAL_IPV4: readonly Range[] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared behind carrier NAT'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'the virtual host of every Azure machine'],
  ['169.254.0.0', 16, 'link-local, where clouds serve credentials'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'multicast tunnels'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, with broadcast'],
];

/** Where a public IPv6 address can lie at all; what embeds an IPv4 address is judged by that address besides. */
const GLOBAL_IPV6: readonly Range[] = [
  ['2000::', 3, 'global unicast'],
  ['::ffff:0:0', 96, 'IPv4-mapped'],
  ['64:ff9b::', 96, 'NAT64'],
];

/** The special-purpose ranges inside global unicast; those outside it need no row. */
const SPECIAL_IPV6: readonly Range[] = [
  ['2001::', 23, 'protocol assignments, with Teredo'],
  ['2001:db8::', 32, 'documentation'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
];

/** The ways to write an IPv4 address as an IPv6 one, each with the bits that stand before it. */
const EMBEDDINGS: readonly { readonly leadingBits: number; readonly embed: (ipv4: string) => string }[] = [
  { leadingBits: 96, embed: (ipv4) => `::ffff:${ipv4}` },
  { leadingBits: 96, embed: (ipv4) => `64:ff9b::${ipv4}` },
  { leadingBits: 16, embed: (ipv4) => `2002:${toHexGroups(ipv4)}::` },
];

const specialIpv4 = listOf(SPECIAL_IPV4, 'ipv4');
const globalIpv6 = listOf(GLOBAL_IPV6, 'ipv6');
const specialIpv6 = listOf([...SPECIAL_IPV6, ...SPECIAL_IPV4.flatMap(embedRange)], 'ipv6');

/** Whether the text is the literal of an address that anybody on the internet can reach. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  // A zone ties the address to one of our own interfaces, whatever range it is from.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefixBits] of ranges) list.addSubnet(network, prefixBits, family);
  return list;
}

function embedRange([network, prefixBits, purpose]: Range): Range[] {
  return EMBEDDINGS.map(({ leadingBits, embed }) => [embed(network), leadingBits + prefixBits, purpose]);
}

function toHexGroups(ipv4: string): string {
  const hex = Buffer.from(ipv4.split('.').map(Number)).toString('hex');
  return `${hex.slice(0, 4)}:${hex.slice(4)}`;
}
