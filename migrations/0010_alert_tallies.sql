-- Exact numbers of alerts without counting them: what one page, its place in the list and the total cost must not depend on
-- how many alerts a company has. docs/decisions/flat-lists.md tells how the parts play together.

-- What has happened to alerts and is not in the tallies yet. Only ever appended to and taken away, so that nobody waits here.
-- A row of no alerts asks for a look at its lists.
create table alert_tally_changes (
  company_id uuid not null,
  received_at timestamptz(3) not null,
  card_last4 text not null,
  card_bin text not null,
  provider text not null,
  status text not null,
  alerts integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_threshold = -1);
create index alert_tally_changes_by_company on alert_tally_changes (company_id, received_at);

-- One row for a span of time of one list of a company: all its alerts, those of a BIN, of last digits, or of both ('' = any).
-- Level 0 is the whole list, then months, days and, where a span holds many, hours, minutes and seconds.
create table alert_tallies (
  company_id uuid not null,
  card_last4 text not null,
  card_bin text not null,
  level smallint not null check (level between 0 and 5),
  -- Where the span begins, in UTC.
  bucket timestamp(0) not null,
  -- Whether the next level has rows for this span; months and days always have.
  has_parts boolean not null default false,
  a_pending integer not null,
  a_notfound integer not null,
  a_account_suspended integer not null,
  a_other integer not null,
  a_expired integer not null,
  b_pending integer not null,
  b_notfound integer not null,
  b_account_suspended integer not null,
  b_other integer not null,
  primary key (company_id, card_last4, card_bin, level, bucket)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Which lists are tallied.
create unique index alert_tallies_of_whole_lists on alert_tallies (company_id, card_last4, card_bin) where level = 0;

create index alerts_by_card_bin on alerts (company_id, card_bin, received_at desc, id desc) include (card_last4, status);
create index alerts_by_card_last4 on alerts (company_id, card_last4, received_at desc, id desc) include (card_bin, status);

-- Whoever changes alerts, in whatever way, leaves what the tallies need in the same transaction.
create function note_alert_changes() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into alert_tally_changes (company_id, received_at, card_last4, card_bin, provider, status, alerts)
    select company_id, received_at, card_last4, card_bin, provider, status, 1 from fresh;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into alert_tally_changes (company_id, received_at, card_last4, card_bin, provider, status, alerts)
    select company_id, received_at, card_last4, card_bin, provider, status, -1 from stale;
  end if;
  return null;
end $$;

create trigger note_new_alerts after insert on alerts
  referencing new table as fresh for each statement execute function note_alert_changes();
create trigger note_changed_alerts after update on alerts
  referencing old table as stale new table as fresh for each statement execute function note_alert_changes();
create trigger note_deleted_alerts after delete on alerts
  referencing old table as stale for each statement execute function note_alert_changes();

-- How many alerts of a status a tally holds; of any status when it is null.
create function tallied_alerts(tally alert_tallies, wanted_status text) returns integer
language sql immutable parallel safe as $$
  select case wanted_status
    when 'pending' then tally.a_pending + tally.b_pending
    when 'notfound' then tally.a_notfound + tally.b_notfound
    when 'account_suspended' then tally.a_account_suspended + tally.b_account_suspended
    when 'other' then tally.a_other + tally.b_other
    when 'expired' then tally.a_expired
    else tally.a_pending + tally.a_notfound + tally.a_account_suspended + tally.a_other + tally.a_expired
      + tally.b_pending + tally.b_notfound + tally.b_account_suspended + tally.b_other
  end
$$;

-- The spans of one level of a list between two moments that hold alerts, newest first; what is not tallied yet is counted in.
create function list_alert_spans(
  wanted_company uuid, wanted_last4 text, wanted_bin text, wanted_status text,
  wanted_level integer, from_at timestamp, to_at timestamp
) returns table (bucket timestamp, alerts bigint, has_parts boolean)
language plpgsql stable rows 30 as $$
declare
  unit constant text := (array['month', 'day', 'hour', 'minute', 'second'])[wanted_level];
begin
  return query
  select part.bucket, sum(part.alerts), bool_or(part.has_parts) from (
    select t.bucket, tallied_alerts(t, wanted_status) as alerts, t.has_parts
    from alert_tallies t
    where t.company_id = wanted_company and t.card_last4 = wanted_last4 and t.card_bin = wanted_bin
      and t.level = wanted_level and t.bucket >= from_at and t.bucket < to_at
    union all
    select date_trunc(unit, c.received_at at time zone 'UTC'), c.alerts, false
    from alert_tally_changes c
    where c.company_id = wanted_company
      and c.received_at >= from_at at time zone 'UTC' and c.received_at < to_at at time zone 'UTC'
      and (wanted_last4 = '' or c.card_last4 = wanted_last4) and (wanted_bin = '' or c.card_bin = wanted_bin)
      and (wanted_status is null or c.status = wanted_status)
  ) as part
  group by part.bucket
  having sum(part.alerts) > 0
  order by part.bucket desc;
end $$;

-- Goes down the levels to the spans that hold the alerts after the first `skip`, `take` of them, and says which of each span.
create function walk_alert_spans(
  wanted_company uuid, wanted_last4 text, wanted_bin text, wanted_status text,
  wanted_level integer, from_at timestamp, to_at timestamp, skip bigint, take integer
) returns table (span_from timestamp, span_to timestamp, span_skip bigint, span_take integer)
language plpgsql stable rows 5 as $$
declare
  step constant interval := (array['1 month', '1 day', '1 hour', '1 minute', '1 second'])[wanted_level];
  left_to_skip bigint := skip;
  left_to_take integer := take;
  span record;
begin
  for span in
    select * from list_alert_spans(
      wanted_company, wanted_last4, wanted_bin, wanted_status, wanted_level, from_at, to_at)
  loop
    exit when left_to_take <= 0;
    if left_to_skip >= span.alerts then
      left_to_skip := left_to_skip - span.alerts;
      continue;
    end if;
    if wanted_level = 1 or span.has_parts then
      return query select * from walk_alert_spans(
        wanted_company, wanted_last4, wanted_bin, wanted_status, wanted_level + 1,
        span.bucket, span.bucket + step, left_to_skip, left_to_take);
    else
      span_from := span.bucket;
      span_to := span.bucket + step;
      span_skip := left_to_skip;
      span_take := least(left_to_take, span.alerts - left_to_skip);
      return next;
    end if;
    left_to_take := left_to_take - least(left_to_take, span.alerts - left_to_skip)::integer;
    left_to_skip := 0;
  end loop;
end $$;

-- Where the alerts of a page are and how many match in all, as of the snapshot of the statement that asks. A list without tallies
-- is short: its one span is all of it, and its total, null here, is for the caller to count. `by_bin` names the index that
-- finds few where both a BIN and last digits are wanted.
create function find_alert_page(
  wanted_company uuid, wanted_last4 text, wanted_bin text, wanted_status text,
  from_day date, to_day date, skip bigint, take integer
) returns table (total bigint, by_bin boolean, span_from timestamptz, span_to timestamptz, span_skip bigint, span_take integer)
language plpgsql stable rows 5
-- Planned once, and for changes that are many even if there are none at the moment.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  from_at constant timestamp := coalesce(from_day::timestamp, '-infinity');
  to_at constant timestamp := coalesce((to_day + 1)::timestamp, 'infinity');
  months_from constant timestamp := case when from_day is null then from_at
    else date_trunc('month', from_at - interval '1 day') + interval '1 month' end;
  months_to constant timestamp := date_trunc('month', to_at);
  is_last4_tallied boolean;
  is_bin_tallied boolean;
  -- The days after the last whole month, the whole months, the days before them; or days alone.
  levels constant integer[] := case when months_from < months_to then array[2, 1, 2] else array[2] end;
  starts constant timestamp[] := case when months_from < months_to then array[months_to, months_from, from_at] else array[from_at] end;
  ends constant timestamp[] := case when months_from < months_to then array[to_at, months_to, months_from] else array[to_at] end;
  amounts bigint[];
  left_to_skip bigint := skip;
  left_to_take integer := take;
begin
  select coalesce(bool_or(t.card_last4 = wanted_last4 and t.card_bin = ''), false),
    coalesce(bool_or(t.card_last4 = '' and t.card_bin = wanted_bin), false)
  into is_last4_tallied, is_bin_tallied
  from alert_tallies t
  where t.company_id = wanted_company and t.level = 0 and t.bucket = '-infinity'
    and (t.card_last4 = wanted_last4 and t.card_bin = '' or t.card_last4 = '' and t.card_bin = wanted_bin);
  by_bin := wanted_last4 <> '' and wanted_bin <> '' and is_last4_tallied and not is_bin_tallied;
  if not (is_last4_tallied or wanted_last4 = '') or not (is_bin_tallied or wanted_bin = '' and wanted_last4 <> '') then
    span_from := from_at at time zone 'UTC';
    span_to := to_at at time zone 'UTC';
    span_skip := skip;
    span_take := take;
    return next;
    return;
  end if;

  if from_day is null and to_day is null then
    select array[0, coalesce(sum(part.alerts), 0), 0] into amounts from (
      select tallied_alerts(t, wanted_status) as alerts
      from alert_tallies t
      where t.company_id = wanted_company and t.card_last4 = wanted_last4 and t.card_bin = wanted_bin
        and t.level = 0 and t.bucket = '-infinity'
      union all
      select c.alerts
      from alert_tally_changes c
      where c.company_id = wanted_company
        and (wanted_last4 = '' or c.card_last4 = wanted_last4) and (wanted_bin = '' or c.card_bin = wanted_bin)
        and (wanted_status is null or c.status = wanted_status)
    ) as part;
  else
    for nr in 1 .. cardinality(levels) loop
      amounts[nr] := (select coalesce(sum(s.alerts), 0) from list_alert_spans(
        wanted_company, wanted_last4, wanted_bin, wanted_status, levels[nr], starts[nr], ends[nr]) s);
    end loop;
  end if;
  total := amounts[1] + coalesce(amounts[2] + amounts[3], 0);

  -- The first pages of a list that stands in an index as it is.
  if wanted_status is null and (wanted_last4 = '' or wanted_bin = '') and skip <= 200 then
    span_from := from_at at time zone 'UTC';
    span_to := to_at at time zone 'UTC';
    span_skip := skip;
    span_take := take;
    return next;
    return;
  end if;
  for nr in 1 .. cardinality(levels) loop
    exit when left_to_take <= 0;
    if left_to_skip >= amounts[nr] then
      left_to_skip := left_to_skip - amounts[nr];
      continue;
    end if;
    for span_from, span_to, span_skip, span_take in
      select w.span_from at time zone 'UTC', w.span_to at time zone 'UTC', w.span_skip, w.span_take
      from walk_alert_spans(
        wanted_company, wanted_last4, wanted_bin, wanted_status, levels[nr], starts[nr], ends[nr],
        left_to_skip, left_to_take) w
    loop
      return next;
    end loop;
    left_to_take := left_to_take - least(left_to_take, amounts[nr] - left_to_skip)::integer;
    left_to_skip := 0;
  end loop;
  -- A page past the end has a total all the same.
  if left_to_take = take then
    span_take := 0;
    return next;
  end if;
end $$;

-- Lists that are long already are tallied by upkeep; until then they are counted as before.
insert into alert_tally_changes (company_id, received_at, card_last4, card_bin, provider, status, alerts)
select company_id, max(received_at), min(card_last4), min(card_bin), min(provider), 'pending', 0
from alerts
group by grouping sets ((company_id), (company_id, card_bin), (company_id, card_last4))
having count(*) > 4000;
