-- An import of a file: how far it is, told while it runs, and for a while how it ended.
--
--   RECEIVING -> STAGING     the file is on the disk of the server, whole
--   STAGING -> PUBLISHING    all rows are good
--   PUBLISHING -> DONE       in the transaction that lists the lots: whoever reads DONE finds them
--   any but DONE -> REFUSED  by bad rows; nothing was changed
--   any but DONE -> FAILED   by trouble; nothing was changed
--
-- Nothing is decided by these rows. They are written once a second or less, so one that has not ended and was not written
-- for a while belongs to a server that has died: it left nothing behind, unless the row says DONE.

CREATE TABLE import (
    slot           smallint NOT NULL CONSTRAINT import_slot CHECK (slot BETWEEN 0 AND 1023),
    id             text COLLATE "C" NOT NULL,
    account_id     text COLLATE "C" NOT NULL,
    key            text COLLATE "C" NOT NULL,
    phase          text COLLATE "C" NOT NULL DEFAULT 'RECEIVING'
                   CONSTRAINT import_phase
                   CHECK (phase IN ('RECEIVING', 'STAGING', 'PUBLISHING', 'DONE', 'REFUSED', 'FAILED')),
    digest         text,
    size           bigint,
    bytes_received bigint NOT NULL DEFAULT 0,
    bytes_read     bigint NOT NULL DEFAULT 0,
    rows           bigint NOT NULL DEFAULT 0,
    bad_rows       bigint NOT NULL DEFAULT 0,
    started_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    ended_at       timestamptz,
    CONSTRAINT import_pkey PRIMARY KEY (slot, id),
    CONSTRAINT import_ended_in_a_last_phase CHECK ((phase IN ('DONE', 'REFUSED', 'FAILED')) = (ended_at IS NOT NULL))
);
COMMENT ON TABLE import IS 'How far an import is. Kept for 30 days; no item, and without events.';
COMMENT ON COLUMN import.slot IS 'Of (account, key); its id carries the slot.';
COMMENT ON COLUMN import.key IS
    'The Idempotency-Key of the request: the one name of it that its sender knows from the beginning.';
COMMENT ON COLUMN import.digest IS 'Which file: its format and SHA-256, when all of it is there.';
COMMENT ON COLUMN import.size IS 'Bytes of the file: as announced, then as received; NULL while nobody knows.';
COMMENT ON COLUMN import.bytes_read IS 'How much of the file was read for rows: of size, it is how far the staging is.';
COMMENT ON COLUMN import.rows IS 'Good rows read so far.';

CREATE INDEX import_of_account ON import (account_id, id);
COMMENT ON INDEX import_of_account IS 'The imports of an account in order of id, which is about that of their beginning.';
CREATE INDEX import_age ON import (started_at);
COMMENT ON INDEX import_age IS 'How the purge finds what is older than it is kept.';

CREATE FUNCTION import_json(i import) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN '{"import_id":"' || i.id || '"'
        || ',"idempotency_key":' || to_json(i.key)::text
        || ',"phase":"' || i.phase || '"'
        || coalesce(',"digest":' || to_json(i.digest)::text, '')
        || coalesce(',"size":' || i.size, '')
        || ',"bytes_received":' || i.bytes_received
        || ',"bytes_read":' || i.bytes_read
        || ',"rows":' || i.rows
        || ',"bad_rows":' || i.bad_rows
        || ',"started_at":"' || utc_text(i.started_at) || '"'
        || ',"updated_at":"' || utc_text(i.updated_at) || '"'
        || coalesce(',"ended_at":"' || utc_text(i.ended_at) || '"', '')
        || '}';
COMMENT ON FUNCTION import_json IS 'An import as its watchers are shown it.';
