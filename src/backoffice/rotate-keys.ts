import { NIL_UUID } from '../rules/uuid.ts';
import { createSecretBox } from '../signing/secret-box.ts';
import type { Sql } from '../store/connect.ts';
import { type Doer, recordDeed } from '../store/people/audit-log.ts';
import { resealEndpointSecrets, type ResealPage, resealTotpSecrets } from '../store/reseal-secrets.ts';
import { transact } from '../store/transact.ts';

const ROWS_PER_TRANSACTION = 100;
const KINDS: readonly ResealPage[] = [resealEndpointSecrets, resealTotpSecrets];

export interface RotatedKeys {
  readonly seen: number;
  readonly resealed: number;
}

/**
 * Seals every stored secret with the key in force, so that the previous one is no longer needed. It may be stopped and
 * run again at any time; what opens with neither key stops it, with nothing of its batch changed.
 */
export async function rotateKeys(
  { sql, secretKey }: { readonly sql: Sql; readonly secretKey: string },
  doer: Doer,
): Promise<RotatedKeys> {
  const { reseal } = createSecretBox(secretKey);
  let [seen, resealed] = [0, 0];
  for (const resealPage of KINDS) {
    for (let after: string | undefined = NIL_UUID; after !== undefined;) {
      const from = { after, rowsMax: ROWS_PER_TRANSACTION };
      after = await transact(sql, async (transaction) => {
        const page = await resealPage(transaction, reseal, from);
        seen += page.seen;
        resealed += page.resealed;
        // With the last page: a rotation that was stopped before is none yet.
        if (resealPage === KINDS.at(-1) && page.next === undefined) {
          const details = { secrets: seen, resealed };
          await recordDeed(transaction, doer, { action: 'keys.rotated', subject: 'SECRET_KEY', details });
        }
        return page.next;
      });
    }
  }
  return { seen, resealed };
}
