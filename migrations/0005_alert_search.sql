-- What must be answered, by the time that is left. It holds only what waits, so it stays small however many alerts a company has.
create index alerts_needing_answer on alerts (company_id, expires_at, id)
  where status = 'pending' and provider = 'provider_a_alerts';
