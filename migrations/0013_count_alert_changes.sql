-- How often the alerts of each company have changed: what is folded into the tallies, and what waits for it.
create function count_alert_changes(wanted_companies uuid[]) returns table (company_id uuid, changes bigint)
language plpgsql stable
-- Planned once, and for changes that are many even if there are none at the moment: else a million alerts of one company that
-- expire are read through for every question about another.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select wanted.company_id,
    coalesce((select f.changes from alert_changes_folded f where f.company_id = wanted.company_id), 0)
    + (select count(*) from alert_tally_changes c where c.company_id = wanted.company_id)
  from unnest(wanted_companies) as wanted(company_id);
end $$;
