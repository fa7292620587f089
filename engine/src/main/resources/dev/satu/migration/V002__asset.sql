-- An asset: a thing that exists once.
--
--   AVAILABLE -> HELD       a buyer places a hold
--   HELD -> AVAILABLE       the hold is released, or its expiry is written down by the sweep or by a late commit
--   HELD -> HELD            an overdue hold is taken over (two changes, version + 2), a live one is extended
--   HELD -> SOLD            the hold is committed
--   AVAILABLE <-> WITHDRAWN an operator takes it off sale, or puts it back
--   SOLD -> WITHDRAWN       an operator cancels the sale; nothing else leaves SOLD
--
-- A hold is live while hold_expires_at >= now, and overdue when hold_expires_at < now: one rule for place, commit, extend,
-- takeover, sweep and listing.

CREATE TABLE asset (
    slot            smallint NOT NULL CONSTRAINT asset_slot CHECK (slot BETWEEN 0 AND 1023),
    id              text COLLATE "C" NOT NULL CONSTRAINT asset_id CHECK (length(id) BETWEEN 1 AND 64),
    status          text COLLATE "C" NOT NULL DEFAULT 'AVAILABLE'
                    CONSTRAINT asset_status CHECK (status IN ('AVAILABLE', 'HELD', 'SOLD', 'WITHDRAWN')),
    listed          boolean NOT NULL DEFAULT true,
    hold_expires_at timestamptz,
    reservation_id  text COLLATE "C",
    version         bigint NOT NULL DEFAULT 1 CONSTRAINT asset_version CHECK (version >= 1),
    hold_for        interval CONSTRAINT asset_hold_for
                    CHECK (hold_for BETWEEN interval '1 second' AND interval '24 hours'),
    price_amount    bigint CONSTRAINT asset_price_amount CHECK (price_amount > 0),
    price_currency  char(3) CONSTRAINT asset_price_currency CHECK (price_currency ~ '^[A-Z]{3}$'),
    name            text NOT NULL CONSTRAINT asset_name CHECK (length(name) BETWEEN 1 AND 255),
    category        text COLLATE "C" CONSTRAINT asset_category CHECK (length(category) BETWEEN 1 AND 64),
    attributes      jsonb NOT NULL DEFAULT '{}' CONSTRAINT asset_attributes CHECK (jsonb_typeof(attributes) = 'object'),
    created_at      timestamptz NOT NULL,
    CONSTRAINT asset_pkey PRIMARY KEY (slot, id),
    CONSTRAINT asset_held_has_expiry CHECK ((status = 'HELD') = (hold_expires_at IS NOT NULL)),
    CONSTRAINT asset_owned_has_reservation CHECK ((status IN ('HELD', 'SOLD')) = (reservation_id IS NOT NULL)),
    CONSTRAINT asset_listed_while_for_sale CHECK (listed = (status IN ('AVAILABLE', 'HELD'))),
    CONSTRAINT asset_price_whole CHECK ((price_amount IS NULL) = (price_currency IS NULL))
) WITH (fillfactor = 70);
COMMENT ON TABLE asset IS
    'A thing that exists once. A claim changes only columns without an index, and finds room on its page: HOT updates.';
COMMENT ON COLUMN asset.listed IS
    'For sale or held. Changes only at sale, withdraw and relist, so that an index on it does not end HOT updates of claims.';
COMMENT ON COLUMN asset.reservation_id IS
    'The hold that holds it, or the one it was sold by. No foreign key: it is written under this row''s lock only.';
COMMENT ON COLUMN asset.version IS 'Counts state changes, one event each: a fencing token for callers.';
COMMENT ON COLUMN asset.hold_for IS 'How long a hold on it lasts; NULL: the default of the installation.';
COMMENT ON COLUMN asset.price_amount IS 'In minor units of price_currency.';

CREATE INDEX asset_listing ON asset (id);
COMMENT ON INDEX asset_listing IS 'The catalogue in order of id, over all slots.';

CREATE FUNCTION asset_status_at(status text, hold_expires_at timestamptz, t timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN status = 'HELD' AND hold_expires_at < t THEN 'AVAILABLE' ELSE status END;
COMMENT ON FUNCTION asset_status_at IS 'What a listing shows: an overdue hold counts as gone, whether or not it was swept.';

CREATE FUNCTION asset_json(a asset, t timestamptz) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN '{"asset_id":' || to_json(a.id)::text
        || ',"name":' || to_json(a.name)::text
        || coalesce(',"category":' || to_json(a.category)::text, '')
        || ',"status":"' || asset_status_at(a.status, a.hold_expires_at, t) || '"'
        || CASE WHEN a.status = 'HELD' AND a.hold_expires_at >= t
                THEN ',"hold_expires_at":"' || utc_text(a.hold_expires_at) || '"' ELSE '' END
        || coalesce(',"price":{"amount":' || a.price_amount || ',"currency":"' || a.price_currency || '"}', '')
        || coalesce(',"hold_for":"' || duration_text(a.hold_for) || '"', '')
        || ',"attributes":' || a.attributes::text
        || ',"created_at":"' || utc_text(a.created_at) || '"'
        || ',"version":' || a.version || '}';
COMMENT ON FUNCTION asset_json IS 'An asset as every answer shows it. Never names a buyer.';
