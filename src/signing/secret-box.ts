import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { splitSecrets } from './split-secrets.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must be stored but never read from a dump, under a key derived from SECRET_KEY. */
export interface SecretBox {
  readonly seal: (plaintext: Buffer) => Buffer;
  readonly open: (sealed: Buffer) => Buffer;
  /** The same under the key in force; undefined when it is already. */
  readonly reseal: (sealed: Buffer) => Buffer | undefined;
}

/** Seals with the first key of SECRET_KEY and opens with each: there are two while the key is being changed. */
export function createSecretBox(secretKey: string): SecretBox {
  const [inForce, ...accepted] = splitSecrets(secretKey).map(createCipher);
  if (inForce === undefined) throw new Error('A secret box without a key');
  const open = (sealed: Buffer): Buffer => {
    for (const cipher of [inForce, ...accepted]) {
      const plaintext = cipher.open(sealed);
      if (plaintext !== undefined) return plaintext;
    }
    throw new Error('A stored secret does not open with SECRET_KEY');
  };
  return {
    seal: inForce.seal,
    open,
    reseal: (sealed) => (inForce.open(sealed) === undefined ? inForce.seal(open(sealed)) : undefined),
  };
}

interface Cipher {
  readonly seal: (plaintext: Buffer) => Buffer;
  /** Undefined when it was sealed with another key, or changed since. */
  readonly open: (sealed: Buffer) => Buffer | undefined;
}

function createCipher(secretKey: string): Cipher {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'chargeback-alerts stored secrets', 32));
  return {
    seal: (plaintext) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
    },
    open: (sealed) => {
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
