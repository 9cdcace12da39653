import type postgres from 'postgres';
import type { BulkSource, BulkState, RowVerdict } from '../../rules/bulk-update.ts';
import type { Queryable, Sql } from '../connect.ts';
import { transact } from '../transact.ts';

/** Which bulk update of which company. */
export interface BulkUpdateKey {
  readonly companyId: string;
  readonly id: string;
}

export interface NewBulkUpdate extends BulkUpdateKey {
  readonly source: BulkSource;
  /** Kept as JSON for whoever shows or repeats it. */
  readonly request: object;
  readonly fileName: string | null;
  readonly userId: string;
}

export interface BulkUpdate extends BulkUpdateKey {
  readonly source: BulkSource;
  readonly request: unknown;
  readonly fileName: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly state: BulkState;
  readonly rowsTotal: number;
  readonly rowsToApply: number;
  readonly rowsApplied: number;
  readonly rowsRefused: number;
  readonly verdicts: Readonly<Partial<Record<RowVerdict, number>>>;
  readonly startAt: Date | null;
  readonly finishedAt: Date | null;
  /** The database's clock when it was read. */
  readonly now: Date;
}

/**
 * False when the company has as many unfinished ones as it may. Before that, the oldest check that the same person left
 * without starting it makes room: a closed page must lock nobody out.
 */
export async function insertBulkUpdate(
  sql: Sql,
  update: NewBulkUpdate,
  unfinishedMax: number,
): Promise<boolean> {
  const { companyId, id, source, request, fileName, userId } = update;
  return transact(sql, async (transaction) => {
    // Two that come at once are counted one after the other.
    await transaction`select 1 from companies where id = ${companyId} for no key update`;
    await transaction`
      update bulk_updates set state = 'discarded', finished_at = clock_timestamp()
      where company_id = ${companyId} and state = 'ready' and id in (
        select id from bulk_updates
        where company_id = ${companyId} and state = 'ready' and user_id = ${userId}
          and (select count(*) from bulk_updates
            where company_id = ${companyId} and state in ('checking', 'ready', 'running')) >= ${unfinishedMax}
        order by created_at
        limit 1)`;
    const inserted = await transaction`
      insert into bulk_updates (id, company_id, source, request, file_name, user_id)
      select ${id}, ${companyId}, ${source}, ${transaction.json({ ...request })}, ${fileName}, ${userId}
      where (select count(*) from bulk_updates
        where company_id = ${companyId} and state in ('checking', 'ready', 'running')) < ${unfinishedMax}
      returning 1`;
    return inserted.length > 0;
  });
}

export async function findBulkUpdate(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
): Promise<BulkUpdate | undefined> {
  const [update] = await sql<BulkUpdate[]>`
    select ${columns(sql)} from bulk_updates b join users u on u.id = b.user_id
    where b.company_id = ${companyId} and b.id = ${id}`;
  return update;
}

/** Newest first. */
export async function listBulkUpdates(
  sql: Queryable,
  companyId: string,
  source: BulkSource | undefined,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly updates: readonly BulkUpdate[]; readonly total: number }> {
  const ofSource = source === undefined ? sql`` : sql`and b.source = ${source}`;
  const [count] = await sql<{ total: number }[]>`
    select count(*)::int as total from bulk_updates b where b.company_id = ${companyId} ${ofSource}`;
  const total = count?.total ?? 0;
  if (page.offset >= total) return { updates: [], total };
  const updates = await sql<BulkUpdate[]>`
    select ${columns(sql)} from bulk_updates b join users u on u.id = b.user_id
    where b.company_id = ${companyId} ${ofSource}
    order by b.created_at desc, b.id desc
    limit ${page.limit} offset ${page.offset}`;
  return { updates, total };
}

/** Rows wait a moment before they run. False when it is no longer ready. */
export async function markBulkUpdateStarted(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
  { userId, delayMs }: { readonly userId: string; readonly delayMs: number },
): Promise<boolean> {
  const started = await sql`
    update bulk_updates set
      state = 'running', user_id = ${userId}, start_at = clock_timestamp() + ${delayMs} * interval '1 ms'
    where company_id = ${companyId} and id = ${id} and state = 'ready'
    returning 1`;
  return started.length > 0;
}

/** Waits for the batch that runs, if one does; none follows it. False when there is nothing left to stop. */
export async function markBulkUpdateCancelled(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
): Promise<boolean> {
  const cancelled = await sql`
    update bulk_updates set
      state = case state when 'ready' then 'discarded' else 'cancelled' end, finished_at = clock_timestamp()
    where company_id = ${companyId} and id = ${id} and state in ('ready', 'running')
    returning 1`;
  return cancelled.length > 0;
}

/** All that this person has ready or running; returns how many were stopped. Waits for a batch as above. */
export async function cancelBulkUpdatesBy(
  sql: Queryable,
  companyId: string,
  userId: string,
): Promise<number> {
  const cancelled = await sql`
    update bulk_updates set
      state = case state when 'ready' then 'discarded' else 'cancelled' end, finished_at = clock_timestamp()
    where company_id = ${companyId} and user_id = ${userId} and state in ('ready', 'running')
    returning 1`;
  return cancelled.length;
}

function columns(sql: Queryable): postgres.Fragment {
  return sql`
    b.id, b.company_id, b.source, b.request, b.file_name, u.email as created_by, b.created_at, b.state, b.rows_total,
    b.rows_to_apply, b.rows_applied, b.rows_refused, b.verdicts, b.start_at, b.finished_at,
    date_trunc('milliseconds', clock_timestamp()) as now`;
}
