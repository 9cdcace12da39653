import type { Queryable } from './connect.ts';

/** What is stored of a secret under another key; undefined when it needs no change. */
type Reseal = (sealed: Buffer) => Buffer | undefined;

interface ResealedPage {
  /** How many secrets were looked at, and how many of them were sealed again. */
  readonly seen: number;
  readonly resealed: number;
  /** Undefined after the last row. */
  readonly next: string | undefined;
}

export type ResealPage = (
  transaction: Queryable,
  reseal: Reseal,
  page: { readonly after: string; readonly rowsMax: number },
) => Promise<ResealedPage>;

interface EndpointSecrets {
  readonly id: string;
  readonly companyId: string;
  readonly current: Buffer;
  readonly previous: Buffer | null;
}

/** The secrets of the next webhook endpoints, each locked so that a rotation by its company is not undone. */
export const resealEndpointSecrets: ResealPage = async (transaction, reseal, { after, rowsMax }) => {
  const rows = await transaction<EndpointSecrets[]>`
    select id, company_id, secret_encrypted as current, previous_secret_encrypted as previous
    from webhook_endpoints
    where id > ${after}
    order by id
    limit ${rowsMax}
    for no key update`;
  let [seen, resealed] = [0, 0];
  for (const { id, companyId, current, previous } of rows) {
    const fresh = { current: reseal(current), previous: previous === null ? undefined : reseal(previous) };
    seen += previous === null ? 1 : 2;
    resealed += Object.values(fresh).filter((secret) => secret !== undefined).length;
    await transaction`
      update webhook_endpoints set
        secret_encrypted = ${fresh.current ?? current},
        previous_secret_encrypted = ${fresh.previous ?? previous}
      where company_id = ${companyId} and id = ${id}`;
  }
  return { seen, resealed, next: nextAfter(rows, rowsMax) };
};

/** The secrets of the next authenticator apps. */
export const resealTotpSecrets: ResealPage = async (transaction, reseal, { after, rowsMax }) => {
  const rows = await transaction<{ id: string; sealed: Buffer }[]>`
    select id, totp_secret_encrypted as sealed from users
    where id > ${after} and totp_secret_encrypted is not null
    order by id
    limit ${rowsMax}
    for no key update`;
  let resealed = 0;
  for (const { id, sealed } of rows) {
    const fresh = reseal(sealed);
    if (fresh === undefined) continue;
    await storeTotp(transaction, id, fresh);
    resealed += 1;
  }
  return { seen: rows.length, resealed, next: nextAfter(rows, rowsMax) };
};

async function storeTotp(sql: Queryable, userId: string, sealed: Buffer): Promise<void> {
  await sql`update users set totp_secret_encrypted = ${sealed} where id = ${userId}`;
}

function nextAfter(rows: readonly { readonly id: string }[], rowsMax: number): string | undefined {
  return rows.length < rowsMax ? undefined : rows.at(-1)?.id;
}
