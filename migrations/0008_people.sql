-- When a user was last at the dashboard, which outlives the session.
alter table users add column last_seen_at timestamptz(3);
