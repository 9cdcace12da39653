import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must be stored but never read from a dump, under a key derived from SECRET_KEY. */
export interface SecretBox {
  readonly seal: (plaintext: Buffer) => Buffer;
  readonly open: (sealed: Buffer) => Buffer;
}

const REMEMBERED_MAX = 10_000;

/** Opens each sealed secret once: the same few are needed for every webhook. */
export function rememberOpened(secretBox: SecretBox): SecretBox {
  const opened = new Map<string, Buffer>();
  return {
    ...secretBox,
    open: (sealed) => {
      const key = sealed.toString('latin1');
      const known = opened.get(key);
      if (known !== undefined) return known;
      const plaintext = secretBox.open(sealed);
      if (opened.size >= REMEMBERED_MAX) opened.clear();
      opened.set(key, plaintext);
      return plaintext;
    },
  };
}

export function createSecretBox(secretKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'chargeback-alerts stored secrets', 32));
  return {
    seal: (plaintext) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
    },
    open: (sealed) => {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
