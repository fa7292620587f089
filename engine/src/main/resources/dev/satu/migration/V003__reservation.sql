-- A reservation: one buyer's hold on one asset, and how it ended.
--
--   HELD -> COMMITTED   the caller vouched for a captured payment in time
--   HELD -> RELEASED    the buyer, or an operator, ended it early
--   HELD -> EXPIRED     written by whoever meets it overdue: the next buyer, the sweep, a commit that came too late
--
-- All three are terminal. Ended reservations are part of the asset's story, and go with it (V041); sales stay.

CREATE TABLE reservation (
    slot           smallint NOT NULL CONSTRAINT reservation_slot CHECK (slot BETWEEN 0 AND 1023),
    id             text COLLATE "C" NOT NULL CONSTRAINT reservation_id CHECK (length(id) BETWEEN 1 AND 64),
    asset_id       text COLLATE "C" NOT NULL,
    account_id     text COLLATE "C" NOT NULL,
    buyer_id       text COLLATE "C" NOT NULL CONSTRAINT reservation_buyer_id CHECK (length(buyer_id) BETWEEN 1 AND 64),
    status         text COLLATE "C" NOT NULL DEFAULT 'HELD'
                   CONSTRAINT reservation_status CHECK (status IN ('HELD', 'COMMITTED', 'RELEASED', 'EXPIRED')),
    extensions     smallint NOT NULL DEFAULT 0 CONSTRAINT reservation_extensions CHECK (extensions >= 0),
    created_at     timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    ended_at       timestamptz,
    ended_by       text,
    end_reason     text,
    payment_slot   smallint,
    payment_id     text COLLATE "C",
    price_amount   bigint,
    price_currency char(3),
    CONSTRAINT reservation_pkey PRIMARY KEY (slot, id),
    CONSTRAINT reservation_expires_after_start CHECK (expires_at > created_at),
    CONSTRAINT reservation_ended_or_held
        CHECK ((status = 'HELD') = (ended_at IS NULL) AND (status = 'HELD') = (ended_by IS NULL)),
    CONSTRAINT reservation_committed_has_payment CHECK ((status = 'COMMITTED') = (payment_id IS NOT NULL)
               AND (status = 'COMMITTED') = (payment_slot IS NOT NULL)),
    CONSTRAINT reservation_price_whole CHECK ((price_amount IS NULL) = (price_currency IS NULL))
) WITH (fillfactor = 80);
COMMENT ON TABLE reservation IS
    'One hold and how it ended. Lives in its asset''s slot, its id carries the slot. Changes only under its asset''s lock.';
COMMENT ON COLUMN reservation.asset_id IS
    'No foreign key: it is copied from the asset row while that is locked, and the check would lock the row once more.';
COMMENT ON COLUMN reservation.expires_at IS 'Changes by extend and by nothing else.';
COMMENT ON COLUMN reservation.price_amount IS 'The price as it was when the hold began, in minor units; a commit is compared with it.';
COMMENT ON COLUMN reservation.ended_by IS 'Who ended it: account:ID, buyer:ID or janitor.';

CREATE INDEX reservation_overdue ON reservation (expires_at) WHERE status = 'HELD';
COMMENT ON INDEX reservation_overdue IS 'How the sweep finds what is overdue, the longest first.';

CREATE INDEX reservation_of_buyer ON reservation (account_id, buyer_id, expires_at)
    WHERE status IN ('HELD', 'EXPIRED');
COMMENT ON INDEX reservation_of_buyer IS 'The buyer''s live holds (the cap) and holds that expired a moment ago (the pause).';

CREATE TABLE buyer (
    slot       smallint NOT NULL CONSTRAINT buyer_slot CHECK (slot BETWEEN 0 AND 1023),
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL CONSTRAINT buyer_id CHECK (length(id) BETWEEN 1 AND 64),
    CONSTRAINT buyer_pkey PRIMARY KEY (slot, account_id, id)
);
COMMENT ON TABLE buyer IS
    'A buyer whose holds are capped: the row that is locked before they are counted. Made at the first capped hold.';

CREATE FUNCTION reservation_status_at(status text, expires_at timestamptz, t timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN status = 'HELD' AND expires_at < t THEN 'EXPIRED' ELSE status END;
COMMENT ON FUNCTION reservation_status_at IS 'What a reader is told: an overdue hold is EXPIRED, whether or not it was swept.';

CREATE FUNCTION reservation_json(
    id text, asset_id text, buyer_id text, status text, expires_at timestamptz, created_at timestamptz,
    ended_at timestamptz, extensions smallint, price_amount bigint, price_currency char(3),
    payment text, version bigint, already_held boolean
) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN '{"reservation_id":"' || id
        || '","asset_id":"' || asset_id
        || '","buyer_id":"' || buyer_id
        || '","status":"' || status
        || '","expires_at":"' || utc_text(expires_at)
        || '","created_at":"' || utc_text(created_at) || '"'
        || coalesce(',"ended_at":"' || utc_text(ended_at) || '"', '')
        || CASE WHEN extensions > 0 THEN ',"extensions":' || extensions ELSE '' END
        || coalesce(',"price":{"amount":' || price_amount || ',"currency":"' || price_currency || '"}', '')
        || coalesce(',"payment":' || payment, '')
        || ',"version":' || version
        || CASE WHEN already_held THEN ',"already_held":true}' ELSE '}' END;
COMMENT ON FUNCTION reservation_json IS
    'A reservation as every answer shows it. Ids need no escaping: they are made of [A-Za-z0-9._~:-]. version is the asset''s.';
