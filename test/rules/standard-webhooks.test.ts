import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  decodeSecret,
  encodeSecret,
  readSigningKey,
  signMessage,
  verifyMessage,
} from '../../src/signing/standard-webhooks.ts';

const KEY = Buffer.alloc(32, 'k');
const OTHER_KEY = Buffer.alloc(32, 'o');
const SIGNED_AT = new Date('2026-11-02T12:00:00.000Z');
const BODY = '{"alerts":[]}';

const signed = signMessage(KEY, { id: 'msg_1', at: SIGNED_AT, body: BODY });

function verify(headers: Record<string, unknown>, body = BODY, now = SIGNED_AT): boolean {
  return verifyMessage(KEY, headers, Buffer.from(body), now);
}

describe("Standard Webhooks 1.0 against the standard's own library (D23)", () => {
  // The library verifies against the real clock, so these messages are signed at the real time.
  const library = new Webhook(encodeSecret(KEY));

  test('what we sign, the library verifies', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w.-]{1,40}$/), fc.json(), (id, body) => {
        const headers = signMessage(KEY, { id, at: new Date(), body });
        expect(library.verify(body, { ...headers })).toEqual(JSON.parse(body));
      }),
      { numRuns: 50 },
    );
  });

  test('what the library signs, we verify', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w.-]{1,40}$/), fc.json(), (id, body) => {
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': Math.floor(SIGNED_AT.getTime() / 1000).toString(),
          'webhook-signature': library.sign(id, SIGNED_AT, body),
        };
        expect(verify(headers, body)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('what the library refuses of ours, we refuse too: another body', () => {
    const headers = signMessage(KEY, { id: 'msg_1', at: new Date(), body: BODY });
    expect(() => library.verify(`${BODY} `, { ...headers })).toThrow('No matching signature');
    expect(verifyMessage(KEY, { ...headers }, Buffer.from(`${BODY} `), new Date())).toBe(false);
  });

  test('bytes that are no UTF-8 are signed as they are', () => {
    const body = Buffer.from([0xff, 0x00, 0xfe]);
    const headers = signMessage(KEY, { id: 'msg_1', at: SIGNED_AT, body });
    expect(verifyMessage(KEY, { ...headers }, body, SIGNED_AT)).toBe(true);
    expect(verifyMessage(KEY, { ...headers }, Buffer.from(body.toString('utf8')), SIGNED_AT)).toBe(false);
  });
});

describe('a signature is good for 5 minutes in both directions', () => {
  test.for([
    ['5 min after', 300_000, true],
    ['5 min and 1 s after', 301_000, false],
    ['4 min 59 s after', 299_000, true],
    ['5 min before', -300_000, true],
    ['5 min and 1 s before', -301_000, false],
    ['4 min 59 s before', -299_000, true],
    ['a day after', 86_400_000, false],
  ] as const)('%s', ([, laterMs, good]) => {
    expect(verify({ ...signed }, BODY, new Date(SIGNED_AT.getTime() + laterMs))).toBe(good);
  });
});

describe('several signatures, as while a sender changes its secret', () => {
  const ours = signed['webhook-signature'];
  const foreign = signMessage(OTHER_KEY, { id: 'msg_1', at: SIGNED_AT, body: BODY })['webhook-signature'];

  test.for([
    ['ours first', `${ours} ${foreign}`, true],
    ['ours last', `${foreign} ${ours}`, true],
    ['ours among other versions', `v1a,AAAA v2,BBBB ${ours}`, true],
    ['ours after several spaces', `${foreign}  ${ours}`, true],
    ['none of ours', `${foreign} ${foreign}`, false],
    ['separated by commas, which is no list', `${foreign},${ours}`, false],
  ] as const)('%s', ([, signatures, good]) => {
    expect(verify({ ...signed, 'webhook-signature': signatures })).toBe(good);
  });
});

describe('what is no signature of ours', () => {
  const mac = signed['webhook-signature'].slice('v1,'.length);

  test.for<[what: string, headers: Record<string, unknown>]>([
    ['no headers at all', {}],
    ['no id', { ...signed, 'webhook-id': undefined }],
    ['another id', { ...signed, 'webhook-id': 'msg_2' }],
    ['no timestamp', { ...signed, 'webhook-timestamp': undefined }],
    ['another timestamp', { ...signed, 'webhook-timestamp': '1793620801' }],
    ['a timestamp that is no number', { ...signed, 'webhook-timestamp': 'now' }],
    ['a timestamp with a fraction', { ...signed, 'webhook-timestamp': '1793620800.0' }],
    ['a negative timestamp', { ...signed, 'webhook-timestamp': '-1793620800' }],
    ['an endless timestamp', { ...signed, 'webhook-timestamp': '9'.repeat(400) }],
    ['no signature', { ...signed, 'webhook-signature': undefined }],
    ['an empty signature', { ...signed, 'webhook-signature': '' }],
    ['the wrong version', { ...signed, 'webhook-signature': `v2,${mac}` }],
    ['no version', { ...signed, 'webhook-signature': mac }],
    ['only the version', { ...signed, 'webhook-signature': 'v1,' }],
    ['half a signature', { ...signed, 'webhook-signature': `v1,${mac.slice(0, 20)}` }],
    ['garbage', { ...signed, 'webhook-signature': 'v1,!!!!' }],
    ['a list of headers', { ...signed, 'webhook-signature': [signed['webhook-signature']] }],
    ['another key', { ...signMessage(OTHER_KEY, { id: 'msg_1', at: SIGNED_AT, body: BODY }) }],
  ])('%s', ([, headers]) => {
    expect(verify(headers)).toBe(false);
  });

  test('every single byte of the body counts', () => {
    for (const position of Buffer.from(BODY).keys()) {
      const changed = Buffer.from(BODY);
      changed.writeUInt8((changed[position] ?? 0) ^ 1, position);
      expect(verifyMessage(KEY, { ...signed }, changed, SIGNED_AT), `byte ${position}`).toBe(false);
    }
  });
});

describe('secrets are written whsec_ and base64', () => {
  test('a key survives being written and read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
        expect(readSigningKey(encodeSecret(Buffer.from(bytes))).equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });

  test.for(['', 'whsec_', 'secret', 'whsec_with spaces', 'WHSEC_AAAA', 'whsec_ä'])('%s is none', (text) => {
    expect(decodeSecret(text)).toBeUndefined();
    expect(() => readSigningKey(text)).toThrow('whsec_');
  });
});
