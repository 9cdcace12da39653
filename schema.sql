-- The schema that the migrations make. Written by `npm run snapshots`; a test holds it against drift.

create table alert_changes_folded (
  company_id uuid not null,
  changes bigint not null,
  constraint alert_changes_folded_pkey PRIMARY KEY (company_id)
);

create table alert_history (
  history_id bigint not null generated always as identity,
  company_id uuid not null,
  alert_id uuid not null,
  changed_at timestamp(3) with time zone not null,
  from_status text not null,
  to_status text not null,
  actor_kind text not null,
  actor text not null,
  constraint alert_history_pkey PRIMARY KEY (history_id),
  constraint alert_history_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['credential'::text, 'alias'::text, 'user'::text, 'csv'::text, 'policy'::text, 'service'::text]))),
  constraint alert_history_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alerts(company_id, id)
);
CREATE INDEX alert_history_by_alert ON public.alert_history USING btree (company_id, alert_id, history_id);
CREATE TRIGGER alert_history_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.alert_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

create table alert_receipts (
  provider text not null,
  provider_alert_id text not null,
  alert_id uuid not null,
  received_at timestamp(3) with time zone not null,
  constraint alert_receipts_pkey PRIMARY KEY (provider, provider_alert_id)
);
CREATE INDEX alert_receipts_by_time ON public.alert_receipts USING btree (provider, received_at);

create table alert_tallies (
  company_id uuid not null,
  card_last4 text not null,
  card_bin text not null,
  level smallint not null,
  bucket timestamp(0) without time zone not null,
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
  constraint alert_tallies_pkey PRIMARY KEY (company_id, card_last4, card_bin, level, bucket),
  constraint alert_tallies_level_check CHECK (((level >= 0) AND (level <= 5)))
);
CREATE UNIQUE INDEX alert_tallies_of_whole_lists ON public.alert_tallies USING btree (company_id, card_last4, card_bin) WHERE (level = 0);

create table alert_tally_changes (
  company_id uuid not null,
  received_at timestamp(3) with time zone not null,
  card_last4 text not null,
  card_bin text not null,
  provider text not null,
  status text not null,
  alerts integer not null
);
CREATE INDEX alert_tally_changes_by_company ON public.alert_tally_changes USING btree (company_id, received_at);
CREATE TRIGGER count_folded_changes AFTER DELETE ON public.alert_tally_changes REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION count_folded_changes();

create table alerts (
  id uuid not null,
  company_id uuid not null,
  merchant_id uuid not null,
  merchant_enrollment_id uuid not null,
  received_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  transaction_date date not null,
  installment_number integer,
  installment_count integer,
  provider text not null,
  provider_alert_id text not null,
  amount numeric not null,
  currency text not null,
  card_last4 text not null,
  card_bin text not null,
  descriptor text not null,
  arn text,
  caid text,
  auth_code text not null,
  alert_type text not null,
  reason_code text not null,
  issuer text not null,
  status text not null default 'pending'::text,
  constraint alerts_pkey PRIMARY KEY (company_id, id),
  constraint alerts_check CHECK (((status <> 'expired'::text) OR (provider = 'provider_a_alerts'::text))),
  constraint alerts_company_id_merchant_id_merchant_enrollment_id_fkey FOREIGN KEY (company_id, merchant_id, merchant_enrollment_id) REFERENCES merchant_enrollments(company_id, merchant_id, id),
  constraint alerts_provider_check CHECK ((provider = ANY (ARRAY['provider_a_alerts'::text, 'provider_b_rdr'::text]))),
  constraint alerts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'notfound'::text, 'account_suspended'::text, 'other'::text, 'expired'::text])))
);
CREATE INDEX alerts_by_auth_code ON public.alerts USING btree (company_id, auth_code, received_at DESC) WHERE (auth_code <> ''::text);
CREATE INDEX alerts_by_card_bin ON public.alerts USING btree (company_id, card_bin, received_at DESC, id DESC) INCLUDE (card_last4, status);
CREATE INDEX alerts_by_card_last4 ON public.alerts USING btree (company_id, card_last4, received_at DESC, id DESC) INCLUDE (card_bin, status);
CREATE INDEX alerts_by_provider_alert_id ON public.alerts USING btree (company_id, provider_alert_id);
CREATE INDEX alerts_needing_answer ON public.alerts USING btree (company_id, expires_at, id) WHERE ((status = 'pending'::text) AND (provider = 'provider_a_alerts'::text));
CREATE INDEX alerts_newest_first ON public.alerts USING btree (company_id, received_at DESC, id DESC);
CREATE INDEX alerts_waiting_for_expiry ON public.alerts USING btree (expires_at) WHERE ((status = 'pending'::text) AND (provider = 'provider_a_alerts'::text));
CREATE TRIGGER note_changed_alerts AFTER UPDATE ON public.alerts REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_alert_changes();
CREATE TRIGGER note_deleted_alerts AFTER DELETE ON public.alerts REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION note_alert_changes();
CREATE TRIGGER note_new_alerts AFTER INSERT ON public.alerts REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_alert_changes();

create table audit_log (
  audit_id bigint not null generated always as identity,
  company_id uuid,
  at timestamp(3) with time zone not null default clock_timestamp(),
  user_id uuid,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  address text not null default ''::text,
  constraint audit_log_pkey PRIMARY KEY (audit_id),
  constraint audit_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint audit_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX audit_log_by_company ON public.audit_log USING btree (company_id, audit_id DESC);
CREATE UNIQUE INDEX audit_log_refused_sign_ins ON public.audit_log USING btree (address, date_trunc('minute'::text, (at AT TIME ZONE 'UTC'::text))) WHERE (action = 'session.refused'::text);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

create table bulk_update_rows (
  company_id uuid not null,
  bulk_update_id uuid not null,
  line integer not null,
  alert_id uuid,
  reference text not null,
  status text not null,
  verdict text not null,
  answer_by timestamp(3) with time zone,
  result text,
  cells jsonb,
  constraint bulk_update_rows_pkey PRIMARY KEY (company_id, bulk_update_id, line),
  constraint bulk_update_rows_company_id_bulk_update_id_fkey FOREIGN KEY (company_id, bulk_update_id) REFERENCES bulk_updates(company_id, id) ON DELETE CASCADE
);
CREATE INDEX bulk_update_rows_to_run ON public.bulk_update_rows USING btree (company_id, bulk_update_id, answer_by, line) WHERE ((verdict = 'will_apply'::text) AND (result IS NULL));

create table bulk_updates (
  id uuid not null,
  company_id uuid not null,
  source text not null,
  request jsonb not null,
  file_name text,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  state text not null default 'checking'::text,
  rows_total integer not null default 0,
  rows_to_apply integer not null default 0,
  rows_applied integer not null default 0,
  rows_refused integer not null default 0,
  verdicts jsonb not null default '{}'::jsonb,
  start_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  last_batch_at timestamp(3) with time zone,
  constraint bulk_updates_pkey PRIMARY KEY (id),
  constraint bulk_updates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bulk_updates_company_id_id_key UNIQUE (company_id, id),
  constraint bulk_updates_source_check CHECK ((source = ANY (ARRAY['selection'::text, 'filter'::text, 'csv'::text]))),
  constraint bulk_updates_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'ready'::text, 'running'::text, 'cancelled'::text, 'done'::text, 'discarded'::text]))),
  constraint bulk_updates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX bulk_updates_by_company ON public.bulk_updates USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX bulk_updates_running ON public.bulk_updates USING btree (start_at) WHERE (state = 'running'::text);

create table companies (
  id uuid not null,
  name text not null,
  blocked_at timestamp(3) with time zone,
  blocked_reason text,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  requires_totp boolean not null default false,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_check CHECK (((blocked_at IS NULL) = (blocked_reason IS NULL)))
);

create table credentials (
  client_id text not null,
  company_id uuid not null,
  secret_sha256 bytea not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  constraint credentials_pkey PRIMARY KEY (client_id),
  constraint credentials_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX credentials_by_company ON public.credentials USING btree (company_id);

create table forwards (
  forward_id bigint not null generated always as identity,
  company_id uuid not null,
  alert_id uuid not null,
  outcome text not null,
  answered_at timestamp(3) with time zone not null,
  give_up_at timestamp(3) with time zone not null,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  last_attempt_at timestamp(3) with time zone,
  provider_message text,
  settled_at timestamp(3) with time zone,
  constraint forwards_pkey PRIMARY KEY (forward_id),
  constraint forwards_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alerts(company_id, id),
  constraint forwards_outcome_check CHECK ((outcome = ANY (ARRAY['notfound'::text, 'account_suspended'::text, 'other'::text]))),
  constraint forwards_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'accepted'::text, 'refused'::text, 'too_late'::text])))
);
CREATE INDEX forwards_accepted ON public.forwards USING btree (settled_at) WHERE (state = 'accepted'::text);
CREATE INDEX forwards_alarming ON public.forwards USING btree (settled_at) WHERE (state = ANY (ARRAY['refused'::text, 'too_late'::text]));
CREATE INDEX forwards_by_alert ON public.forwards USING btree (company_id, alert_id, forward_id);

create table held_answers (
  company_id uuid not null,
  alert_id uuid not null,
  status text not null,
  user_id uuid not null,
  held_at timestamp(3) with time zone not null default clock_timestamp(),
  apply_at timestamp(3) with time zone not null,
  constraint held_answers_pkey PRIMARY KEY (company_id, alert_id),
  constraint held_answers_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alerts(company_id, id),
  constraint held_answers_status_check CHECK ((status = ANY (ARRAY['notfound'::text, 'account_suspended'::text, 'other'::text]))),
  constraint held_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX held_answers_by_time ON public.held_answers USING btree (apply_at);

create table idempotency_keys (
  company_id uuid not null,
  key_sha256 bytea not null,
  fingerprint bytea not null,
  outcome jsonb,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (company_id, key_sha256),
  constraint idempotency_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

create table invitations (
  id uuid not null,
  company_id uuid not null,
  token_sha256 bytea not null,
  email text not null,
  role text not null,
  invited_by uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'analyst'::text, 'viewer'::text]))),
  constraint invitations_token_sha256_key UNIQUE (token_sha256)
);
CREATE INDEX invitations_by_company ON public.invitations USING btree (company_id, created_at DESC);

create table legacy_calls (
  company_id uuid not null,
  client_id text not null,
  alias text not null,
  day date not null,
  calls bigint not null,
  last_called_at timestamp(3) with time zone not null,
  constraint legacy_calls_pkey PRIMARY KEY (company_id, client_id, alias, day),
  constraint legacy_calls_alias_check CHECK ((alias = ANY (ARRAY['lookup'::text, 'status_update'::text]))),
  constraint legacy_calls_client_id_fkey FOREIGN KEY (client_id) REFERENCES credentials(client_id),
  constraint legacy_calls_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table login_failures (
  subject_sha256 bytea not null,
  failures integer not null,
  window_ends_at timestamp(3) with time zone not null,
  constraint login_failures_pkey PRIMARY KEY (subject_sha256)
);
CREATE INDEX login_failures_by_end ON public.login_failures USING btree (window_ends_at);

create table merchant_enrollments (
  id uuid not null,
  company_id uuid not null,
  merchant_id uuid not null,
  provider text not null,
  descriptor text,
  acquirer_bin text,
  caid text,
  route_key bytea not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint merchant_enrollments_pkey PRIMARY KEY (id),
  constraint merchant_enrollments_company_id_merchant_id_fkey FOREIGN KEY (company_id, merchant_id) REFERENCES merchants(company_id, id),
  constraint merchant_enrollments_company_id_merchant_id_id_key UNIQUE (company_id, merchant_id, id),
  constraint merchant_enrollments_provider_check CHECK ((provider = ANY (ARRAY['provider_a_alerts'::text, 'provider_b_rdr'::text]))),
  constraint merchant_enrollments_provider_route_key_key UNIQUE (provider, route_key)
);

create table merchants (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint merchants_company_id_id_key UNIQUE (company_id, id)
);

create table outbox_jobs (
  job_id bigint not null generated always as identity,
  lane uuid not null,
  company_id uuid not null,
  alert_id uuid not null,
  forward_id bigint,
  attempts_made integer not null default 0,
  due_at timestamp(3) with time zone not null,
  give_up_at timestamp(3) with time zone not null,
  constraint outbox_jobs_pkey PRIMARY KEY (job_id)
);
CREATE INDEX outbox_jobs_by_alert ON public.outbox_jobs USING btree (lane, alert_id);
CREATE INDEX outbox_jobs_due ON public.outbox_jobs USING btree (lane, due_at, job_id);
CREATE INDEX outbox_jobs_forwards_in_order ON public.outbox_jobs USING btree (company_id, alert_id, job_id) WHERE (forward_id IS NOT NULL);
CREATE INDEX outbox_jobs_give_up ON public.outbox_jobs USING btree (lane, give_up_at, job_id);

create table outbox_lanes (
  lane uuid not null,
  holder uuid,
  held_until timestamp(3) with time zone,
  constraint outbox_lanes_pkey PRIMARY KEY (lane)
);

create table sandbox_settings (
  name text not null,
  value text not null,
  constraint sandbox_settings_pkey PRIMARY KEY (name)
);

create table schema_migrations (
  name text not null,
  applied_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table sessions (
  id uuid not null,
  token_sha256 bytea not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  last_seen_at timestamp(3) with time zone not null default clock_timestamp(),
  expires_at timestamp(3) with time zone not null,
  address text not null,
  user_agent text not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_sha256_key UNIQUE (token_sha256),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

create table unrouted_alerts (
  id uuid not null,
  provider text not null,
  route_key bytea not null,
  received_at timestamp(3) with time zone not null,
  facts jsonb not null,
  constraint unrouted_alerts_pkey PRIMARY KEY (id)
);
CREATE INDEX unrouted_alerts_by_route ON public.unrouted_alerts USING btree (provider, route_key);
CREATE INDEX unrouted_alerts_newest_first ON public.unrouted_alerts USING btree (received_at DESC, id DESC);

create table users (
  id uuid not null,
  company_id uuid,
  email text not null,
  role text not null,
  password_hash text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  totp_secret_encrypted bytea,
  totp_confirmed_at timestamp(3) with time zone,
  totp_last_step bigint,
  password_changed_at timestamp(3) with time zone not null default clock_timestamp(),
  removed_at timestamp(3) with time zone,
  last_seen_at timestamp(3) with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_check CHECK (((role = 'operator'::text) = (company_id IS NULL))),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['operator'::text, 'owner'::text, 'analyst'::text, 'viewer'::text])))
);
CREATE INDEX users_by_company ON public.users USING btree (company_id);
CREATE UNIQUE INDEX users_by_email ON public.users USING btree (lower(email)) WHERE (removed_at IS NULL);

create table webhook_attempts (
  attempted_at timestamp(3) with time zone not null,
  company_id uuid not null,
  alert_id uuid not null,
  endpoint_id uuid not null,
  attempt integer not null,
  status integer,
  error text,
  duration_ms integer not null,
  response text
);
CREATE INDEX webhook_attempts_by_alert ON ONLY public.webhook_attempts USING btree (company_id, alert_id, attempted_at);
CREATE INDEX webhook_attempts_delivered ON ONLY public.webhook_attempts USING btree (company_id, endpoint_id, attempted_at) WHERE ((status >= 200) AND (status <= 299));
CREATE TRIGGER webhook_attempts_are_not_rewritten BEFORE UPDATE ON public.webhook_attempts FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER webhook_attempts_are_not_truncated BEFORE TRUNCATE ON public.webhook_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

create table webhook_deliveries (
  company_id uuid not null,
  alert_id uuid not null,
  endpoint_id uuid not null,
  created_at timestamp(3) with time zone not null,
  delivered_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  constraint webhook_deliveries_pkey PRIMARY KEY (company_id, alert_id, endpoint_id),
  constraint webhook_deliveries_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alerts(company_id, id),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id)
);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (company_id, endpoint_id, failed_at) WHERE (failed_at IS NOT NULL);

create table webhook_endpoints (
  id uuid not null,
  company_id uuid not null,
  url text not null,
  format text not null,
  secret_encrypted bytea not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  paused_at timestamp(3) with time zone,
  paused_reason text,
  previous_secret_encrypted bytea,
  previous_secret_until timestamp(3) with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint webhook_endpoints_format_check CHECK ((format = ANY (ARRAY['v2'::text, 'legacy'::text])))
);
CREATE INDEX webhook_endpoints_by_company ON public.webhook_endpoints USING btree (company_id);

CREATE OR REPLACE FUNCTION public.count_alert_changes(wanted_companies uuid[])
 RETURNS TABLE(company_id uuid, changes bigint)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  return query
  select wanted.company_id,
    coalesce((select f.changes from alert_changes_folded f where f.company_id = wanted.company_id), 0)
    + (select count(*) from alert_tally_changes c where c.company_id = wanted.company_id)
  from unnest(wanted_companies) as wanted(company_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.count_folded_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into alert_changes_folded as folded (company_id, changes)
  select company_id, count(*) from taken group by company_id
  on conflict (company_id) do update set changes = folded.changes + excluded.changes;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.find_alert_page(wanted_company uuid, wanted_last4 text, wanted_bin text, wanted_status text, from_day date, to_day date, skip bigint, take integer)
 RETURNS TABLE(total bigint, by_bin boolean, span_from timestamp with time zone, span_to timestamp with time zone, span_skip bigint, span_take integer)
 LANGUAGE plpgsql
 STABLE ROWS 5
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.list_alert_spans(wanted_company uuid, wanted_last4 text, wanted_bin text, wanted_status text, wanted_level integer, from_at timestamp without time zone, to_at timestamp without time zone)
 RETURNS TABLE(bucket timestamp without time zone, alerts bigint, has_parts boolean)
 LANGUAGE plpgsql
 STABLE ROWS 30
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.note_alert_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('chargeback_alerts.retention', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.tallied_alerts(tally alert_tallies, wanted_status text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case wanted_status
    when 'pending' then tally.a_pending + tally.b_pending
    when 'notfound' then tally.a_notfound + tally.b_notfound
    when 'account_suspended' then tally.a_account_suspended + tally.b_account_suspended
    when 'other' then tally.a_other + tally.b_other
    when 'expired' then tally.a_expired
    else tally.a_pending + tally.a_notfound + tally.a_account_suspended + tally.a_other + tally.a_expired
      + tally.b_pending + tally.b_notfound + tally.b_account_suspended + tally.b_other
  end
$function$
;

CREATE OR REPLACE FUNCTION public.walk_alert_spans(wanted_company uuid, wanted_last4 text, wanted_bin text, wanted_status text, wanted_level integer, from_at timestamp without time zone, to_at timestamp without time zone, skip bigint, take integer)
 RETURNS TABLE(span_from timestamp without time zone, span_to timestamp without time zone, span_skip bigint, span_take integer)
 LANGUAGE plpgsql
 STABLE ROWS 5
AS $function$
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
end $function$
;
