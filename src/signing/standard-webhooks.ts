import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { splitSecrets } from './split-secrets.ts';

/** Standard Webhooks 1.0 with the symmetric scheme `v1`: HMAC-SHA256 over `id.timestamp.body`. */
const SECRET_PREFIX = 'whsec_';
const SIGNATURE_VERSION = 'v1';
const TOLERANCE_MS = 5 * 60_000;
const SIGNATURES_MAX = 10;

export type SignatureHeaders = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/** The key bytes of a `whsec_…` secret, or undefined when it is not one. */
export function decodeSecret(secret: string): Buffer | undefined {
  if (!secret.startsWith(SECRET_PREFIX)) return undefined;
  const encoded = secret.slice(SECRET_PREFIX.length);
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : undefined;
}

/** The keys of one secret, or of two while it is being changed, that the configuration has accepted already. */
export function readSigningKeys(secrets: string): readonly Buffer[] {
  return splitSecrets(secrets).map(readSigningKey);
}

export function readSigningKey(secret: string): Buffer {
  const key = decodeSecret(secret);
  if (key === undefined) throw new Error(`A signing secret must be ${SECRET_PREFIX} followed by base64`);
  return key;
}

export function encodeSecret(key: Buffer): string {
  return SECRET_PREFIX + key.toString('base64');
}

/** Signs with one key, or with each of several: a sender that rotates its secret signs with the old one too. */
export function signMessage(
  keys: Buffer | readonly Buffer[],
  message: { readonly id: string; readonly at: Date; readonly body: string | Buffer },
): SignatureHeaders {
  const timestamp = Math.floor(message.at.getTime() / 1000).toString();
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': listKeys(keys)
      .map(
        (key) =>
          `${SIGNATURE_VERSION},${startMac(key, message.id, timestamp, message.body).digest('base64')}`,
      )
      .join(' '),
  };
}

/** Whether one of the given signatures is by one of the keys, and fresh; there are several of both while a secret is changed. */
export function verifyMessage(
  keys: Buffer | readonly Buffer[],
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
  now: Date,
): boolean {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false;
  const given = signatures
    .split(' ', SIGNATURES_MAX)
    .filter((signature) => signature.startsWith(`${SIGNATURE_VERSION},`))
    .map((signature) => Buffer.from(signature.slice(SIGNATURE_VERSION.length + 1), 'base64'));
  return listKeys(keys).some((key) => {
    const expected = startMac(key, id, timestamp, body).digest();
    return given.some(
      (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
    );
  });
}

function startMac(key: Buffer, id: string, timestamp: string, body: string | Buffer): Hmac {
  const mac = createHmac('sha256', key);
  const signed = `${id}.${timestamp}.`;
  // One call for text, which is what goes out a thousand times a second.
  return typeof body === 'string' ? mac.update(signed + body) : mac.update(signed).update(body);
}

function listKeys(keys: Buffer | readonly Buffer[]): readonly Buffer[] {
  return Buffer.isBuffer(keys) ? [keys] : keys;
}
