-- People at the dashboard: who they are, how they signed in, what they did, and what they change many alerts with.

alter table companies add column requires_totp boolean not null default false;

alter table users
  add column totp_secret_encrypted bytea,
  add column totp_confirmed_at timestamptz(3),
  -- The newest time step a code was taken for: no code works twice.
  add column totp_last_step bigint,
  add column password_changed_at timestamptz(3) not null default clock_timestamp(),
  add column removed_at timestamptz(3);
-- An address is free again once its user was removed.
drop index users_by_email;
create unique index users_by_email on users (lower(email)) where removed_at is null;

-- Only the digest of a session's token is kept: who reads this table can be nobody.
create table sessions (
  id uuid primary key,
  token_sha256 bytea not null unique,
  user_id uuid not null references users,
  created_at timestamptz(3) not null default clock_timestamp(),
  last_seen_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  address text not null,
  user_agent text not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table invitations (
  id uuid primary key,
  company_id uuid not null references companies,
  token_sha256 bytea not null unique,
  email text not null,
  role text not null check (role in ('owner', 'analyst', 'viewer')),
  invited_by uuid not null references users,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index invitations_by_company on invitations (company_id, created_at desc);

-- Failed logins by what they name, an address or an account; over the limit, even the right password has to wait.
create table login_failures (
  subject_sha256 bytea primary key,
  failures integer not null,
  window_ends_at timestamptz(3) not null
);
create index login_failures_by_end on login_failures (window_ends_at);

-- What people did besides answering alerts, which the alerts' own history tells. Rows are never changed.
create table audit_log (
  audit_id bigint generated always as identity primary key,
  -- Null for what concerns no single company, such as an operator's login.
  company_id uuid references companies,
  at timestamptz(3) not null default clock_timestamp(),
  user_id uuid references users,
  -- Who it was, in words that outlive the user: the email address, or the command line.
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  address text not null default ''
);
create index audit_log_by_company on audit_log (company_id, audit_id desc);

alter table credentials add column last_used_at timestamptz(3);

-- A final answer of a person waits here for the few seconds in which it can be taken back.
create table held_answers (
  company_id uuid not null,
  alert_id uuid not null,
  status text not null check (status in ('notfound', 'account_suspended', 'other')),
  user_id uuid not null references users,
  held_at timestamptz(3) not null default clock_timestamp(),
  apply_at timestamptz(3) not null,
  primary key (company_id, alert_id),
  foreign key (company_id, alert_id) references alerts (company_id, id)
);
create index held_answers_by_time on held_answers (apply_at);

-- Many answers at once, from a selection, from all that match a filter, or from a CSV file: first checked, then run.
create table bulk_updates (
  id uuid primary key,
  company_id uuid not null references companies,
  source text not null check (source in ('selection', 'filter', 'csv')),
  -- What was asked for, as the person gave it: the status and filter, or how the file was read.
  request jsonb not null,
  file_name text,
  user_id uuid not null references users,
  created_at timestamptz(3) not null default clock_timestamp(),
  state text not null default 'checking'
    check (state in ('checking', 'ready', 'running', 'cancelled', 'done', 'discarded')),
  rows_total integer not null default 0,
  rows_to_apply integer not null default 0,
  rows_applied integer not null default 0,
  rows_refused integer not null default 0,
  -- How many rows got each verdict when they were checked.
  verdicts jsonb not null default '{}',
  -- Rows wait until here, so that a slip can be taken back; those whose window is about to end do not.
  start_at timestamptz(3),
  finished_at timestamptz(3),
  -- One process runs it at a time, by a lease that runs out if the process dies.
  holder uuid,
  held_until timestamptz(3),
  unique (company_id, id)
);
create index bulk_updates_by_company on bulk_updates (company_id, created_at desc, id desc);
create index bulk_updates_running on bulk_updates (start_at) where state = 'running';

create table bulk_update_rows (
  company_id uuid not null,
  bulk_update_id uuid not null,
  line integer not null,
  alert_id uuid,
  reference text not null,
  status text not null,
  verdict text not null,
  -- Until when the row makes sense; rows run in this order.
  answer_by timestamptz(3),
  -- Null until the row has run; then 'applied' or the refusal.
  result text,
  -- The line as it stood in the file, column by column, for the result file.
  cells jsonb,
  primary key (company_id, bulk_update_id, line),
  foreign key (company_id, bulk_update_id) references bulk_updates (company_id, id) on delete cascade
);
create index bulk_update_rows_to_run on bulk_update_rows (company_id, bulk_update_id, answer_by, line)
  where verdict = 'will_apply' and result is null;
