import type { Queryable } from '../connect.ts';

/** Something that guesses are counted for: an account, or an address they come from. */
export interface GuessedSubject {
  readonly sha256: Buffer;
  readonly failuresMax: number;
}

export type GuessVerdict =
  | { readonly kind: 'guess' }
  | { readonly kind: 'wait'; readonly retryAfterSeconds: number };

/**
 * Counts a guess as failed before it is made, so that guesses made at once cannot pass the limit together; a right one
 * is taken back afterwards. Over the limit nothing more is counted.
 */
export async function reserveGuess(
  sql: Queryable,
  subjects: readonly GuessedSubject[],
  windowMs: number,
): Promise<GuessVerdict> {
  const rows = await sql<{ isOver: boolean; retryAfterSeconds: number }[]>`
    with given as (
      select decode(g.sha256, 'hex') as sha256, g.failures_max
      from jsonb_to_recordset(${sql.json(subjects.map(toRow))}) as g(sha256 text, failures_max integer)),
    full_ones as (
      select f.window_ends_at from login_failures f join given g on g.sha256 = f.subject_sha256
      where f.failures >= g.failures_max and f.window_ends_at > clock_timestamp()),
    counted as (
      insert into login_failures as f (subject_sha256, failures, window_ends_at)
      select sha256, 1, clock_timestamp() + ${windowMs} * interval '1 ms' from given
      where not exists (select 1 from full_ones)
      order by sha256
      on conflict (subject_sha256) do update set
        failures = case when f.window_ends_at > clock_timestamp() then f.failures + 1 else 1 end,
        window_ends_at = case when f.window_ends_at > clock_timestamp() then f.window_ends_at else excluded.window_ends_at end
      returning f.subject_sha256, f.failures, f.window_ends_at),
    verdicts as (
      select true as is_over, window_ends_at from full_ones
      union all
      select c.failures > g.failures_max, c.window_ends_at from counted c join given g on g.sha256 = c.subject_sha256)
    select is_over, greatest(1, ceil(extract(epoch from window_ends_at - clock_timestamp())))::int as retry_after_seconds
    from verdicts`;
  const over = rows.filter(({ isOver }) => isOver);
  if (over.length === 0) return { kind: 'guess' };
  return { kind: 'wait', retryAfterSeconds: Math.max(...over.map((row) => row.retryAfterSeconds)) };
}

/** The guess was right: it counts for nobody. */
export async function takeGuessBack(sql: Queryable, subjects: readonly GuessedSubject[]): Promise<void> {
  await sql`
    with given as (
      select decode(g.sha256, 'hex') as sha256
      from jsonb_to_recordset(${sql.json(subjects.map(toRow))}) as g(sha256 text)),
    locked as (
      select f.subject_sha256 from login_failures f join given g on g.sha256 = f.subject_sha256
      order by f.subject_sha256
      for update of f)
    update login_failures f set failures = greatest(0, f.failures - 1)
    from locked l where f.subject_sha256 = l.subject_sha256`;
}

/** Forgets what failed before. */
export async function forgetGuesses(sql: Queryable, subjectSha256: Buffer): Promise<void> {
  await sql`delete from login_failures where subject_sha256 = ${subjectSha256}`;
}

/** Bounded: returns how many it deleted; call again while that is `rowsMax`. */
export async function deleteOldGuesses(sql: Queryable, rowsMax: number): Promise<number> {
  const deleted = await sql`
    delete from login_failures where subject_sha256 in (
      select subject_sha256 from login_failures where window_ends_at <= (select clock_timestamp())
      order by window_ends_at
      limit ${rowsMax}
      for update skip locked)
    returning 1`;
  return deleted.length;
}

function toRow({ sha256, failuresMax }: GuessedSubject): Record<string, string | number> {
  return { sha256: sha256.toString('hex'), failures_max: failuresMax };
}
