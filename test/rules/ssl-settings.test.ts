import { describe, expect, test } from 'vitest';
import { readSslSettings } from '../../src/rules/ssl-settings.ts';

const read = (query: string) => readSslSettings(new URLSearchParams(query));

describe('what a URL says of encryption', () => {
  test.for<[query: string, mode: string, rootFile?: string | undefined, isDirect?: boolean]>([
    ['', 'disable'],
    ['sslmode=disable', 'disable'],
    ['sslmode=allow', 'allow'],
    ['sslmode=prefer', 'prefer'],
    ['sslmode=require', 'require'],
    ['sslmode=verify-full', 'verify-full'],
    ['ssl=false', 'disable'],
    ['ssl=true', 'verify-full'],
    ['ssl=true&sslmode=require', 'require'],
    ['sslmode=require&sslrootcert=/root.crt', 'require', '/root.crt'],
    ['sslmode=verify-ca&sslrootcert=/root.crt', 'verify-ca', '/root.crt'],
    ['sslmode=verify-full&sslrootcert=/root.crt', 'verify-full', '/root.crt'],
    ['sslrootcert=system', 'verify-full'],
    ['sslmode=verify-full&sslrootcert=system', 'verify-full'],
    ['sslmode=disable&sslnegotiation=postgres', 'disable'],
    ['sslmode=require&sslnegotiation=postgres', 'require'],
    ['sslmode=require&sslnegotiation=direct', 'require', undefined, true],
  ])('%s is %s', ([query, mode, rootFile, isDirect = false]) => {
    expect(read(query)).toEqual({ value: { mode, rootFile, isDirect } });
  });
});

describe('a URL that is wrong or contradicts itself is refused with what it must be', () => {
  test.for<[query: string, expected: string]>([
    ['sslmode=on', 'a URL whose sslmode is one of disable, allow, prefer, require, verify-ca, verify-full'],
    ['sslmode=require&sslnegotiation=later', 'a URL whose sslnegotiation is one of postgres, direct'],
    [
      'sslmode=prefer&sslnegotiation=direct',
      'a URL whose sslmode is one of require, verify-ca, verify-full when sslnegotiation is direct',
    ],
    ['sslmode=require&sslrootcert=system', 'a URL whose sslmode is verify-full when sslrootcert is system'],
    ['sslmode=verify-ca&sslrootcert=system', 'a URL whose sslmode is verify-full when sslrootcert is system'],
    [
      'sslrootcert=/root.crt',
      'a URL whose sslmode is one of require, verify-ca, verify-full when it names an sslrootcert',
    ],
    [
      'sslmode=verify-ca',
      'a URL that names an sslrootcert when sslmode is verify-ca; verify-full can do without',
    ],
  ])('%s', ([query, expected]) => {
    expect(read(query)).toEqual({ expected });
  });
});
