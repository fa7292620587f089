-- The ground: what every later migration and every installation rests on.
--
-- `slot` (0 to 1023) is the first column of every primary and unique key and stands in every guarded WHERE. It is a stable
-- hash of the identity that the row belongs to: an asset and its reservations share the asset's slot, a payment has
-- the slot of (gateway, payment_ref), a key that of (account, key), a buyer that of (account, buyer_id). Java computes it
-- (dev.satu.value.Slot). On one PostgreSQL it costs next to nothing; on a distributed one it is the shard.
--
-- All ids are compared byte by byte (COLLATE "C"): one order on every machine, which is also the order of locking.
-- All instants are timestamptz with microseconds, taken from clock_timestamp() of this database and from nowhere else.

CREATE TABLE installation (
    only_row        boolean PRIMARY KEY DEFAULT true CONSTRAINT installation_only_row CHECK (only_row),
    fingerprint_key bytea NOT NULL CONSTRAINT installation_fingerprint_key CHECK (octet_length(fingerprint_key) = 32),
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE installation IS 'One row: what this installation of Satu drew for itself when it was made.';
COMMENT ON COLUMN installation.fingerprint_key IS
    'Secret of the keyed hash that compares two requests with one Idempotency-Key. Random, the same for all nodes.';

INSERT INTO installation (fingerprint_key)
VALUES (sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));

CREATE FUNCTION utc_text(t timestamptz) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
COMMENT ON FUNCTION utc_text IS 'An instant as the answers show it: UTC, microseconds, Z, whatever the session''s time zone.';

CREATE FUNCTION duration_text(d interval) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN 'PT'
        || CASE WHEN extract(epoch FROM d) >= 3600 THEN div(extract(epoch FROM d), 3600) || 'H' ELSE '' END
        || CASE WHEN div(mod(extract(epoch FROM d), 3600), 60) > 0
                THEN div(mod(extract(epoch FROM d), 3600), 60) || 'M' ELSE '' END
        || CASE WHEN mod(extract(epoch FROM d), 60) > 0 OR d = interval '0'
                THEN trim_scale(mod(extract(epoch FROM d), 60)) || 'S' ELSE '' END;
COMMENT ON FUNCTION duration_text IS 'A length of time as the answers show it: ISO 8601, hours at most, as Java spells it.';
