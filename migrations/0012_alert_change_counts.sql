-- How many changes of a company's alerts have been folded into the tallies. With those that still wait they are all changes
-- there have ever been, so whoever knows that number knows whether anything is different now.
create table alert_changes_folded (
  company_id uuid primary key,
  changes bigint not null
) with (fillfactor = 50);

-- Whoever takes changes away counts them in the same transaction: the version before, which may still run beside this one, too.
create function count_folded_changes() returns trigger language plpgsql as $$
begin
  insert into alert_changes_folded as folded (company_id, changes)
  select company_id, count(*) from taken group by company_id
  on conflict (company_id) do update set changes = folded.changes + excluded.changes;
  return null;
end $$;

create trigger count_folded_changes after delete on alert_tally_changes
  referencing old table as taken for each statement execute function count_folded_changes();
