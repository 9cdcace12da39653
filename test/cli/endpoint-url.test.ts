import { describe, expect, test } from 'vitest';
import { readEndpointUrl } from '../../src/backoffice/endpoints/read-endpoint-url.ts';

/** However it is written, the address is the same. */
const PRIVATE = [
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://127.1/',
  'https://10.0.0.1:8443/hook',
  'https://169.254.169.254/latest',
  'https://[::1]/',
  'https://[::ffff:192.168.0.1]/',
  'https://[fe80::1]/',
];

describe('D26: an endpoint that is a private address', () => {
  test.each(PRIVATE)('%s is refused', (url) => {
    expect(() => readEndpointUrl(url, false)).toThrow('must lead to a public address');
  });

  test.each(PRIVATE)('%s is taken with WEBHOOK_ALLOW_PRIVATE', (url) => {
    expect(readEndpointUrl(url, true)).toBe(new URL(url).href);
  });
});

test.each(['https://1.1.1.1/', 'https://[2606:4700::1111]/', 'https://app.example/', 'https://localhost/'])(
  'an address that is public, or a name, which is looked up at each delivery, is taken: %s',
  (url) => {
    expect(readEndpointUrl(url, false)).toBe(url);
  },
);
