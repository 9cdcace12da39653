import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A secret that opens something by itself, such as a session or an invitation: only its digest is stored. */
export function createToken(): { token: string; sha256: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, sha256: digestToken(token) };
}

/** Any text has one; what was never a token of ours simply matches nothing. */
export function digestToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
