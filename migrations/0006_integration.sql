-- What the pages about deliveries and about the providers look things up by.

-- Whether a delivery still waits, and what waits for an endpoint: without it every such question reads the whole lane.
create index outbox_jobs_by_alert on outbox_jobs (lane, alert_id);

-- What was delivered, the latest first. The deliveries themselves have no index on their outcome, so that noting it stays cheap.
create index webhook_attempts_delivered on webhook_attempts (company_id, endpoint_id, attempted_at)
  where status between 200 and 299;

-- When each provider was last heard of, and how often in the last hours.
create index alert_receipts_by_time on alert_receipts (provider, received_at);

create index unrouted_alerts_newest_first on unrouted_alerts (received_at desc, id desc);

create index forwards_accepted on forwards (settled_at) where state = 'accepted';
