import { randomBytes } from 'node:crypto';
import { createSecretBox } from '../signing/secret-box.ts';
import { encodeSecret } from '../signing/standard-webhooks.ts';
import type { Queryable } from '../store/connect.ts';
import { rotateSecret as rotateStored } from '../store/rotate-secret.ts';
import { SIGNING_KEY_BYTES } from './limits.ts';
import { type MeantEndpoint, requireEndpoint } from './require-endpoint.ts';

/** D23: long enough for the company to switch without a pause. */
const PREVIOUS_SIGNS_FOR_MS = 24 * 3_600_000;

/** A new secret, shown this once; the one before it signs too for a day. */
export async function rotateSecret(
  { sql, secretKey }: { readonly sql: Queryable; readonly secretKey: string },
  rotated: MeantEndpoint,
): Promise<{ endpointId: string; secret: string; previousSecretUntil: Date }> {
  const { id, companyId } = await requireEndpoint(sql, rotated.endpointId, rotated.companyId);
  const signingKey = randomBytes(SIGNING_KEY_BYTES);
  const sealed = createSecretBox(secretKey).seal(signingKey);
  const previousSecretUntil = await rotateStored(sql, companyId, id, sealed, PREVIOUS_SIGNS_FOR_MS);
  if (previousSecretUntil === undefined) throw new Error('The endpoint is gone');
  return { endpointId: id, secret: encodeSecret(signingKey), previousSecretUntil };
}
