-- Whoever runs a batch of a bulk update holds its row locked for that one transaction: a process that dies lets go of it
-- with its connection, and there is no lease to wait for. What is left to remember is whose turn it is.
alter table bulk_updates
  drop column holder,
  drop column held_until,
  add column last_batch_at timestamptz(3);
