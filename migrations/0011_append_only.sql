-- What is written about the past stays as it was written, whatever statement the service is brought to send.

-- Retention alone deletes, in a transaction that says so: set_config('chargeback_alerts.retention', 'on', true).
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('chargeback_alerts.retention', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end $$;

create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_rewriting();

create trigger alert_history_is_append_only before update or delete or truncate on alert_history
  for each statement execute function refuse_rewriting();

-- By row, since a statement may name a partition instead of the table. Old days are dropped as a whole.
create trigger webhook_attempts_are_not_rewritten before update on webhook_attempts
  for each row execute function refuse_rewriting();
create trigger webhook_attempts_are_not_truncated before truncate on webhook_attempts
  for each statement execute function refuse_rewriting();

-- A refused sign-in leaves a row, and a flood of them one a minute for each network that it comes from.
create unique index audit_log_refused_sign_ins on audit_log (address, date_trunc('minute', at at time zone 'UTC'))
  where action = 'session.refused';
