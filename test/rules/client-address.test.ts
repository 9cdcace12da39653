import { describe, expect, test } from 'vitest';
import { findClientAddress, networkOf } from '../../src/rules/client-address.ts';

describe('where a request began', () => {
  test.for<[what: string, remote: string, forwardedFor: string | undefined, client: string]>([
    ['without a proxy', '8.8.8.8', undefined, '8.8.8.8'],
    ['a public address that names another', '8.8.8.8', '1.1.1.1', '8.8.8.8'],
    ['behind a proxy on this machine', '127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['behind a proxy in the same network', '10.0.0.5', '8.8.8.8', '8.8.8.8'],
    ['behind two proxies', '127.0.0.1', '8.8.8.8, 10.0.0.5', '8.8.8.8'],
    ['with an invented beginning', '127.0.0.1', '1.1.1.1, 8.8.8.8', '8.8.8.8'],
    ['with an invented private hop', '127.0.0.1', '1.1.1.1, 10.0.0.9, 8.8.8.8', '8.8.8.8'],
    ['inside the own network', '127.0.0.1', '192.168.1.20', '192.168.1.20'],
    ['with nonsense in the header', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['with an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['as an IPv4-mapped address', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '8.8.8.8'],
    ['over IPv6', '::1', '2606:4700::1111', '2606:4700::1111'],
  ])('%s', ([, remote, forwardedFor, client]) => {
    expect(findClientAddress(remote, forwardedFor)).toBe(client);
  });
});

describe('what one caller can move about in', () => {
  test.for([
    ['8.8.8.8', '8.8.8.8'],
    ['2606:4700:1:2:3:4:5:6', '2606:4700:1:2::/64'],
    ['2606:4700:0001:0002::6', '2606:4700:1:2::/64'],
    ['2606:4700::6', '2606:4700:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['FE80::1', 'fe80:0:0:0::/64'],
  ] as const)('%s: %s', ([address, network]) => {
    expect(networkOf(address)).toBe(network);
  });
});
