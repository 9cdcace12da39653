-- Timestamps keep milliseconds, the precision of everything that goes out: what is compared, sorted and shown is the same value.
-- Every table that holds a company's data carries company_id, in its key where rows are many.

create table companies (
  id uuid primary key,
  name text not null,
  blocked_at timestamptz(3),
  blocked_reason text,
  created_at timestamptz(3) not null default clock_timestamp(),
  check ((blocked_at is null) = (blocked_reason is null))
);

create table credentials (
  client_id text primary key,
  company_id uuid not null references companies,
  secret_sha256 bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  revoked_at timestamptz(3)
);
create index credentials_by_company on credentials (company_id);

create table users (
  id uuid primary key,
  company_id uuid references companies,
  email text not null,
  role text not null check (role in ('operator', 'owner', 'analyst', 'viewer')),
  password_hash text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- An operator belongs to no company; everybody else to exactly one.
  check ((role = 'operator') = (company_id is null))
);
create unique index users_by_email on users (lower(email));
create index users_by_company on users (company_id);

create table merchants (
  id uuid primary key,
  company_id uuid not null references companies,
  name text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (company_id, id)
);

create table merchant_enrollments (
  id uuid primary key,
  company_id uuid not null,
  merchant_id uuid not null,
  provider text not null check (provider in ('provider_a_alerts', 'provider_b_rdr')),
  descriptor text,
  acquirer_bin text,
  caid text,
  route_key bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  foreign key (company_id, merchant_id) references merchants (company_id, id),
  unique (provider, route_key),
  unique (company_id, merchant_id, id)
);

create table webhook_endpoints (
  id uuid primary key,
  company_id uuid not null references companies,
  url text not null,
  format text not null check (format in ('v2', 'legacy')),
  secret_encrypted bytea not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index webhook_endpoints_by_company on webhook_endpoints (company_id);

-- One row for each alert a provider was ever told about: it makes an alert unique across routed and unrouted ones.
create table alert_receipts (
  provider text not null,
  provider_alert_id text not null,
  alert_id uuid not null,
  received_at timestamptz(3) not null,
  primary key (provider, provider_alert_id)
);

create table alerts (
  id uuid not null,
  company_id uuid not null,
  merchant_id uuid not null,
  merchant_enrollment_id uuid not null,
  received_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  transaction_date date not null,
  installment_number integer,
  installment_count integer,
  provider text not null check (provider in ('provider_a_alerts', 'provider_b_rdr')),
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
  status text not null default 'pending'
    check (status in ('pending', 'notfound', 'account_suspended', 'other', 'expired')),
  primary key (company_id, id),
  foreign key (company_id, merchant_id, merchant_enrollment_id)
    references merchant_enrollments (company_id, merchant_id, id),
  check (status <> 'expired' or provider = 'provider_a_alerts')
);
create index alerts_newest_first on alerts (company_id, received_at desc, id desc);
create index alerts_by_provider_alert_id on alerts (company_id, provider_alert_id);
create index alerts_by_auth_code on alerts (company_id, auth_code, received_at desc) where auth_code <> '';
create index alerts_waiting_for_expiry on alerts (expires_at)
  where status = 'pending' and provider = 'provider_a_alerts';

-- What matched no enrollment waits here, with the id it was given and its time of arrival, until it does.
create table unrouted_alerts (
  id uuid primary key,
  provider text not null,
  route_key bytea not null,
  received_at timestamptz(3) not null,
  facts jsonb not null
);
create index unrouted_alerts_by_route on unrouted_alerts (provider, route_key);

create table alert_history (
  history_id bigint generated always as identity primary key,
  company_id uuid not null,
  alert_id uuid not null,
  changed_at timestamptz(3) not null,
  from_status text not null,
  to_status text not null,
  actor_kind text not null check (actor_kind in ('credential', 'alias', 'user', 'csv', 'policy', 'service')),
  actor text not null,
  foreign key (company_id, alert_id) references alerts (company_id, id)
);
create index alert_history_by_alert on alert_history (company_id, alert_id, history_id);

create table idempotency_keys (
  company_id uuid not null references companies,
  key_sha256 bytea not null,
  fingerprint bytea not null,
  outcome jsonb,
  created_at timestamptz(3) not null,
  primary key (company_id, key_sha256)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table legacy_calls (
  company_id uuid not null references companies,
  client_id text not null references credentials,
  alias text not null check (alias in ('lookup', 'status_update')),
  day date not null,
  calls bigint not null,
  last_called_at timestamptz(3) not null,
  primary key (company_id, client_id, alias, day)
);
