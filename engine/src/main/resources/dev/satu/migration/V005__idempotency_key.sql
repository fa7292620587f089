-- An idempotency key: written in the transaction of its effect, and in no other. So a crash can neither jam a key nor
-- forget an effect: both are there, or neither.

CREATE TABLE idempotency_key (
    slot             smallint NOT NULL CONSTRAINT idempotency_key_slot CHECK (slot BETWEEN 0 AND 1023),
    account_id       text COLLATE "C" NOT NULL,
    key              text COLLATE "C" NOT NULL CONSTRAINT idempotency_key_key CHECK (length(key) BETWEEN 1 AND 128),
    fingerprint      bytea NOT NULL CONSTRAINT idempotency_key_fingerprint CHECK (octet_length(fingerprint) = 16),
    outcome          text COLLATE "C" NOT NULL,
    answer           text NOT NULL,
    reservation_slot smallint,
    reservation_id   text COLLATE "C",
    created_at       timestamptz NOT NULL,
    CONSTRAINT idempotency_key_pkey PRIMARY KEY (slot, account_id, key),
    CONSTRAINT idempotency_key_reservation_whole CHECK ((reservation_slot IS NULL) = (reservation_id IS NULL))
);
COMMENT ON TABLE idempotency_key IS
    'What was answered to (account, key). Kept at least 24 h and longer than any hold can live; then purged.';
COMMENT ON COLUMN idempotency_key.fingerprint IS 'Keyed hash of the request: the same key with another request is refused.';
COMMENT ON COLUMN idempotency_key.answer IS 'The facts that were answered, as JSON, to the letter; a replay answers with these bytes again.';
COMMENT ON COLUMN idempotency_key.reservation_id IS 'Whose present status a replay shows beside the old answer.';

CREATE INDEX idempotency_key_of_reservation ON idempotency_key (reservation_id) WHERE reservation_id IS NOT NULL;
COMMENT ON INDEX idempotency_key_of_reservation IS
    'All answers that are stored about a hold. Ids begin with their time, so a claim adds to its right end.';
