import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** Cost of one guess; the figures of OWASP's recommendation for argon2id. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const deriveTag = promisify(argon2);

/** A new random password and nothing to remember it by: shown once. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

/** The PHC string of an argon2id hash, which names its own costs so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag('argon2id', {
    message: password,
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
