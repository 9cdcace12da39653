import { randomBytes } from 'node:crypto';
import { createSecretBox } from '../../signing/secret-box.ts';
import { encodeSecret } from '../../signing/standard-webhooks.ts';
import type { Sql } from '../../store/connect.ts';
import { replaceSecret } from '../../store/outbox/replace-secret.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { SIGNING_KEY_BYTES } from '../limits.ts';
import { type MeantEndpoint, requireEndpoint } from './require-endpoint.ts';

/** D23: long enough for the company to switch without a pause. */
const PREVIOUS_SIGNS_FOR_MS = 24 * 3_600_000;

/** A new secret, shown this once; the one before it signs too for a day. */
export async function rotateSecret(
  { sql, secretKey }: { readonly sql: Sql; readonly secretKey: string },
  doer: Doer,
  rotated: MeantEndpoint,
): Promise<{ endpointId: string; secret: string; previousSecretUntil: Date }> {
  const { id, companyId } = await requireEndpoint(sql, rotated.endpointId, rotated.companyId);
  const signingKey = randomBytes(SIGNING_KEY_BYTES);
  const sealed = createSecretBox(secretKey).seal(signingKey);
  return transact(sql, async (transaction) => {
    const previousSecretUntil = await replaceSecret(
      transaction,
      companyId,
      id,
      sealed,
      PREVIOUS_SIGNS_FOR_MS,
    );
    if (previousSecretUntil === undefined) throw new Error('The endpoint is gone');
    await recordDeed(transaction, doer, { action: 'endpoint.secret_rotated', subject: id, companyId });
    return { endpointId: id, secret: encodeSecret(signingKey), previousSecretUntil };
  });
}
