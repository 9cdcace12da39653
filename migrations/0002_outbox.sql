-- What must go out: webhooks to companies and answers to provider A. Both are jobs in lanes; a lane is one target.

alter table webhook_endpoints
  add column paused_at timestamptz(3),
  add column paused_reason text,
  add column previous_secret_encrypted bytea,
  add column previous_secret_until timestamptz(3);

-- One worker serves a lane at a time. Its hold is a lease: it is renewed while there is work and runs out if the worker dies.
create table outbox_lanes (
  lane uuid primary key,
  holder uuid,
  held_until timestamptz(3)
);

-- The lane of provider A; every other lane is a webhook endpoint and has its id.
insert into outbox_lanes (lane) values ('00000000-0000-4000-8000-00000000000a');
insert into outbox_lanes (lane) select id from webhook_endpoints;

-- Narrow and short-lived: a row is deleted when its work is done, and a table that is mostly dead rows must be cleaned often.
create table outbox_jobs (
  job_id bigint generated always as identity primary key,
  lane uuid not null,
  company_id uuid not null,
  alert_id uuid not null,
  forward_id bigint,
  attempts_made integer not null default 0,
  due_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 1);
create index outbox_jobs_due on outbox_jobs (lane, due_at, job_id);
create index outbox_jobs_give_up on outbox_jobs (lane, give_up_at, job_id);
create index outbox_jobs_forwards_in_order on outbox_jobs (company_id, alert_id, job_id) where forward_id is not null;

create table webhook_deliveries (
  company_id uuid not null,
  alert_id uuid not null,
  endpoint_id uuid not null references webhook_endpoints,
  created_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  failed_at timestamptz(3),
  last_attempt_at timestamptz(3),
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  primary key (company_id, alert_id, endpoint_id),
  foreign key (company_id, alert_id) references alerts (company_id, id)
-- Room on the page for what every delivery gets: its outcome, which no index holds.
) with (fillfactor = 75);
create index webhook_deliveries_failed on webhook_deliveries (company_id, endpoint_id, failed_at)
  where failed_at is not null;

-- The log of attempts, in a partition for each day, so that old days are dropped and not deleted row by row.
create table webhook_attempts (
  attempted_at timestamptz(3) not null,
  company_id uuid not null,
  alert_id uuid not null,
  endpoint_id uuid not null,
  attempt integer not null,
  status integer,
  error text,
  duration_ms integer not null,
  response text
) partition by range (attempted_at);
create index webhook_attempts_by_alert on webhook_attempts (company_id, alert_id, attempted_at);
create table webhook_attempts_undated partition of webhook_attempts default;

-- What provider A must hear, written in the same transaction as the status it carries, and what it said.
create table forwards (
  forward_id bigint generated always as identity primary key,
  company_id uuid not null,
  alert_id uuid not null,
  outcome text not null check (outcome in ('notfound', 'account_suspended', 'other')),
  answered_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null,
  state text not null default 'queued' check (state in ('queued', 'accepted', 'refused', 'too_late')),
  attempts integer not null default 0,
  last_attempt_at timestamptz(3),
  provider_message text,
  settled_at timestamptz(3),
  foreign key (company_id, alert_id) references alerts (company_id, id)
);
create index forwards_by_alert on forwards (company_id, alert_id, forward_id);
create index forwards_alarming on forwards (settled_at) where state in ('refused', 'too_late');
