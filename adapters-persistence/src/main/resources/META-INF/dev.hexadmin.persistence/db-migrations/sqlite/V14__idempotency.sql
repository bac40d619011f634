-- A row is an answer, written in the transaction of its change: there are no rows without one any more.
DELETE FROM admin_idempotency_keys WHERE status IS NULL;

ALTER TABLE admin_idempotency_keys RENAME COLUMN claimed_at TO answered_at;
