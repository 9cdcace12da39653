import type { SecretBox } from '../../signing/secret-box.ts';
import { encodeSecret } from '../../signing/standard-webhooks.ts';

const CHARACTERS_SHOWN = 4;

/** Enough to tell two secrets apart, too little to sign with. */
export function maskSecret(secretBox: SecretBox, sealed: Buffer): string {
  try {
    return `…${encodeSecret(secretBox.open(sealed)).slice(-CHARACTERS_SHOWN)}`;
  } catch {
    return 'sealed with another SECRET_KEY';
  }
}
