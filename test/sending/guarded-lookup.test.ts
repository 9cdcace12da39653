import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIPv6 } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createGuardedLookup } from '../../src/sending/guarded-lookup.ts';
import { type Resolve, shareResolutions } from '../../src/sending/resolve-host.ts';
import { ForbiddenAddressError, SendError } from '../../src/sending/send-error.ts';

function answering(...addresses: string[]): Resolve {
  return async () => addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

/** What `net.connect` would be given. */
async function look(
  resolve: Resolve,
  { all, allowPrivate = false }: LookupOptions & { readonly allowPrivate?: boolean } = {},
): Promise<{ address: string | LookupAddress[]; family: number | undefined }> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Awaited<ReturnType<typeof look>>>();
  createGuardedLookup(resolve, allowPrivate)('hooks.example', { all }, (error, address, family) => {
    if (error === null) settle({ address, family });
    else reject(error);
  });
  return promise;
}

test('all addresses are given in the order of the resolver when all are asked for', async () => {
  expect(await look(answering('2606:4700::1', '8.8.8.8'), { all: true })).toEqual({
    address: [
      { address: '2606:4700::1', family: 6 },
      { address: '8.8.8.8', family: 4 },
    ],
    family: undefined,
  });
});

test('the first address is given with its family when one is asked for', async () => {
  expect(await look(answering('2606:4700::1', '8.8.8.8'))).toEqual({ address: '2606:4700::1', family: 6 });
});

test.each([
  ['loopback', ['127.0.0.1']],
  ['mixed, public first', ['8.8.8.8', '10.0.0.1']],
  ['mixed, public last', ['169.254.169.254', '8.8.8.8']],
  ['mixed families', ['8.8.8.8', '::1']],
  ['mapped', ['::ffff:192.168.0.1']],
  ['with a zone', ['fe80::1%lo']],
  ['no address at all', ['nonsense']],
])('refused in both forms: %s', async (_name, addresses) => {
  await expect(look(answering(...addresses), { all: true })).rejects.toBeInstanceOf(ForbiddenAddressError);
  await expect(look(answering(...addresses))).rejects.toBeInstanceOf(ForbiddenAddressError);
});

test('private addresses pass where they are allowed', async () => {
  expect(await look(answering('127.0.0.1'), { allowPrivate: true })).toEqual({
    address: '127.0.0.1',
    family: 4,
  });
});

test('each lookup is judged by its own answer', async () => {
  const resolve = vi.fn<Resolve>(answering('127.0.0.1')).mockImplementationOnce(answering('8.8.8.8'));
  expect(await look(resolve)).toEqual({ address: '8.8.8.8', family: 4 });
  await expect(look(resolve)).rejects.toBeInstanceOf(ForbiddenAddressError);
  expect(resolve).toHaveBeenCalledTimes(2);
});

test.each([
  ['nothing', answering()],
  ['an error', () => Promise.reject(new Error('getaddrinfo ENOTFOUND'))],
])('a resolver that answers %s is a failure of dns', async (_name, resolve) => {
  const error = await look(resolve).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(SendError);
  expect(error).toMatchObject({ reason: 'dns' });
});

test('those who ask for one host at the same time share the answer, those who ask later do not', async () => {
  const answers = [Promise.withResolvers<LookupAddress[]>(), Promise.withResolvers<LookupAddress[]>()];
  const resolve = vi.fn<Resolve>(
    (hostname) => answers[hostname === 'slow.example' ? 0 : 1]?.promise ?? Promise.resolve([]),
  );
  const shared = shareResolutions(resolve);
  const asked = [shared('slow.example'), shared('slow.example'), shared('other.example')];
  expect(resolve).toHaveBeenCalledTimes(2);
  answers[1]?.resolve([]);
  expect(await asked[2]).toEqual([]);
  answers[0]?.reject(new Error('SERVFAIL'));
  await expect(asked[0]).rejects.toThrow('SERVFAIL');
  await expect(asked[1]).rejects.toThrow('SERVFAIL');
  await expect(shared('slow.example')).rejects.toThrow('SERVFAIL');
  expect(resolve).toHaveBeenCalledTimes(3);
});
