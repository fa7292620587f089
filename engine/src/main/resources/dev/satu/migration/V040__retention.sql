-- Retention: keys are purged by age, the oldest first, at the rate at which they arrive.
--
-- Rows of idempotency_key never change, so an index on their age costs one insert at its right end and no HOT update.

CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
COMMENT ON INDEX idempotency_key_age IS 'How the purge finds what is older than it must be kept, the oldest first.';
