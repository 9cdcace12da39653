import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { Resolve } from '../../src/sending/resolve-host.ts';
import { listen } from './servers.ts';
import { postTo, useSender } from './use-sender.ts';

/** Each leads to this machine; the port of a listener stands in for PORT. */
const WAYS_TO_LOOPBACK = [
  'https://127.0.0.1:PORT/',
  'https://127.1:PORT/',
  'https://127.0.1:PORT/',
  'https://0x7f.1:PORT/',
  'https://0x7f000001:PORT/',
  'https://0X7F.0x0.0x0.0x1:PORT/',
  'https://2130706433:PORT/',
  'https://017700000001:PORT/',
  'https://0177.0.0.01:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://１２７.０.０.１:PORT/',
  'https://①②⑦.⓪.⓪.①:PORT/',
  'https://127。0。0。1:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https://127%2e0%2e0%2e1:PORT/',
  'https:127.0.0.1:PORT/',
  'https:\\\\127.0.0.1:PORT\\',
  'https://127.0.0.1\t:PORT/',
  'https://localhost:PORT/',
  'https://LOCALHOST:PORT/',
  'https://localhost.:PORT/',
  'https://ＬＯＣＡＬＨＯＳＴ:PORT/',
  'https://hooks.example:PORT/',
];

/** Not every system leads these to itself, and some lead nowhere from here. */
const OTHER_PRIVATE_ADDRESSES = [
  'https://127.255.255.254:PORT/',
  'https://0:PORT/',
  'https://0.0.0.0:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[0:0:0:0:0:ffff:7f00:0001]:PORT/',
  'https://[::1]:PORT/',
  'https://[::]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://[64:ff9b::127.0.0.1]:PORT/',
  'https://[2002:7f00:1::]:PORT/',
  'https://[fe80::1]:PORT/',
  'https://[fd00:ec2::254]:PORT/',
  'https://10.0.0.1:PORT/',
  'https://192.168.1.1:PORT/',
  'https://172.16.0.1:PORT/',
  'https://100.64.0.1:PORT/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/latest/meta-data/',
  'https://[::ffff:169.254.169.254]/latest/meta-data/',
];

const loopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];

function fill(url: string, port: number): string {
  return url.replace('PORT', String(port));
}

test.each([...WAYS_TO_LOOPBACK, ...OTHER_PRIVATE_ADDRESSES])(
  'refused without a connection: %s',
  async (url) => {
    const { port, connections } = await listen(createServer(), '0.0.0.0');
    const sender = useSender({ allowPrivate: false, resolve: loopback });
    expect(await sender.post(postTo(fill(url, port)))).toMatchObject({
      kind: 'failed',
      reason: 'forbidden_address',
      detail: 'The host leads to an address that is not public',
    });
    await sender.close();
    expect(connections.size).toBe(0);
  },
);

test.each(WAYS_TO_LOOPBACK)('leads to this machine where that is allowed: %s', async (url) => {
  const { port, connections } = await listen(
    createServer((socket) => socket.destroy()),
    '0.0.0.0',
  );
  const result = await useSender({ resolve: loopback }).post(postTo(fill(url, port)));
  expect(result).toMatchObject({ kind: 'failed', reason: 'tls' });
  expect(connections.size).toBe(1);
});

test.each([
  ['public first', ['8.8.8.8', '127.0.0.1']],
  ['public last', ['127.0.0.1', '8.8.8.8']],
  ['mapped', ['::ffff:127.0.0.1']],
  ['metadata among many', ['8.8.8.8', '8.8.4.4', '169.254.169.254']],
])('a host with such an address among its own is refused as a whole: %s', async (_name, addresses) => {
  const { port, connections } = await listen(createServer(), '0.0.0.0');
  const resolve: Resolve = async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const sender = useSender({ allowPrivate: false, resolve });
  expect(await sender.post(postTo(`https://hooks.example:${port}/`))).toMatchObject({
    reason: 'forbidden_address',
  });
  expect(connections.size).toBe(0);
});
