import { NIL_UUID } from '../rules/uuid.ts';
import { createSecretBox } from '../signing/secret-box.ts';
import type { Sql } from '../store/connect.ts';
import { resealEndpointSecrets, type ResealPage, resealTotpSecrets } from '../store/reseal-secrets.ts';

const ROWS_PER_TRANSACTION = 100;

export interface RotatedKeys {
  readonly seen: number;
  readonly resealed: number;
}

/**
 * Seals every stored secret with the key in force, so that the previous one is no longer needed. It may be stopped and
 * run again at any time; what opens with neither key stops it, with nothing of its batch changed.
 */
export async function rotateKeys({
  sql,
  secretKey,
}: {
  readonly sql: Sql;
  readonly secretKey: string;
}): Promise<RotatedKeys> {
  const { reseal } = createSecretBox(secretKey);
  const kinds: readonly ResealPage[] = [resealEndpointSecrets, resealTotpSecrets];
  let [seen, resealed] = [0, 0];
  for (const resealPage of kinds) {
    for (let after: string | undefined = NIL_UUID; after !== undefined;) {
      const page = await resealPage(sql, reseal, { after, rowsMax: ROWS_PER_TRANSACTION });
      seen += page.seen;
      resealed += page.resealed;
      after = page.next;
    }
  }
  return { seen, resealed };
}
