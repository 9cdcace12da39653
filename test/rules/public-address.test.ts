import { array, assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/rules/public-address.ts';

test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private 10/8', '10.0.0.0', '10.255.255.255'],
  ['carrier NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255'],
  ['Azure host', '168.63.129.16', '168.63.129.16'],
  ['link-local', '169.254.0.0', '169.254.169.254'],
  ['private 172.16/12', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.192'],
  ['TEST-NET-1', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.1', '192.175.48.1'],
  ['multicast tunnels', '192.52.193.0', '192.52.193.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private 192.168/16', '192.168.0.0', '192.168.255.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['TEST-NET-2', '198.51.100.0', '198.51.100.255'],
  ['TEST-NET-3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.255'],
  ['unspecified and loopback v6', '::', '::1'],
  ['IPv4-compatible', '::8.8.8.8', '::7f00:1'],
  ['IPv4-translated', '::ffff:0:8.8.8.8', '::ffff:0:127.0.0.1'],
  ['IPv4-mapped private', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe'],
  ['NAT64 of private', '64:ff9b::10.0.0.1', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::8.8.8.8', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['protocol assignments v6', '2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation v6', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4 of private', '2002:7f00:1::', '2002:c0a8:101::1'],
  ['AS112 v6', '2620:4f:8000::', '2620:4f:8000:ffff::'],
  ['documentation 3fff', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['outside global unicast', '1fff::', '4000::'],
  ['SRv6', '5f00::', '5f00:ffff::'],
  ['unique local', 'fc00::', 'fdff:ffff::'],
  ['link-local v6', 'fe80::1', 'febf:ffff::'],
  ['site-local', 'fec0::', 'feff:ffff::'],
  ['multicast v6', 'ff00::', 'ff02::1'],
  ['with a zone', 'fe80::1%eth0', '2606:4700::1%1'],
  ['no literal', 'localhost', ''],
  ['no literal either', '127.1', '0x7f000001'],
  ['a literal in brackets', '[::1]', '[2606:4700::1]'],
  ['an address with a port', '8.8.8.8:80', ' 8.8.8.8'],
])('not public: %s', (_name, first, last) => {
  expect([first, last].filter(isPublicAddress)).toEqual([]);
});

test.each([
  ['1.0.0.0', '9.255.255.255'],
  ['11.0.0.0', '100.63.255.255'],
  ['100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255'],
  ['168.63.129.15', '168.63.129.17'],
  ['169.255.0.0', '172.15.255.255'],
  ['172.32.0.0', '191.255.255.255'],
  ['192.0.1.0', '192.0.3.0'],
  ['192.167.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.114.0'],
  ['223.255.255.255', '8.8.8.8'],
  ['::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
  ['2002:808:808::1', '2001:200::'],
  ['2606:4700::1111', '2001:db9::'],
  ['3ffe:ffff::', '3fff:1000::'],
])('public: %s and %s', (first, second) => {
  expect([first, second].filter(isPublicAddress)).toEqual([first, second]);
});

test('an IPv4 address is judged alike in every IPv6 form that leads to it', () => {
  assert(
    property(array(nat(255), { minLength: 4, maxLength: 4 }), (octets) => {
      const ipv4 = octets.join('.');
      const hex = Buffer.from(octets).toString('hex');
      const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
      const forms = [`::ffff:${ipv4}`, `::FFFF:${groups}`, `64:ff9b::${ipv4}`, `2002:${groups}:1::1`];
      expect(forms.map(isPublicAddress)).toEqual(forms.map(() => isPublicAddress(ipv4)));
    }),
    { numRuns: 500 },
  );
});
