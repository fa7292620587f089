-- An event: one row per change of state, written in the transaction of the change.
--
-- (item, version) is the primary key: a change without its event, or with two, cannot be written unnoticed, and the order
-- per item is the order of its versions. `id` orders all events for the feed; it is drawn after the item is locked.

CREATE SEQUENCE event_id CACHE 1;
COMMENT ON SEQUENCE event_id IS 'Cache 1: a cached block would hand out ids out of order.';

CREATE TABLE event (
    slot           smallint NOT NULL CONSTRAINT event_slot CHECK (slot BETWEEN 0 AND 1023),
    item_kind      text COLLATE "C" NOT NULL CONSTRAINT event_item_kind CHECK (item_kind IN ('asset', 'payment')),
    item_id        text COLLATE "C" NOT NULL,
    version        bigint NOT NULL,
    id             bigint NOT NULL,
    kind           text COLLATE "C" NOT NULL CONSTRAINT event_kind
                   CHECK (kind IN ('asset.created', 'asset.held', 'asset.extended', 'asset.released', 'asset.expired',
                                   'asset.sold', 'payment.unmatched')),
    account_id     text COLLATE "C",
    actor          text NOT NULL,
    buyer_id       text COLLATE "C",
    reservation_id text COLLATE "C",
    payment_id     text COLLATE "C",
    expires_at     timestamptz,
    reason         text,
    at             timestamptz NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (slot, item_kind, item_id, version)
);
COMMENT ON TABLE event IS 'Every change of state, once, in its transaction. Says who by ids only: no personal data beyond the buyer id.';
COMMENT ON COLUMN event.version IS 'The version of the item after this change.';
COMMENT ON COLUMN event.actor IS 'Who did it: account:ID, buyer:ID or janitor.';
COMMENT ON COLUMN event.expires_at IS 'For asset.held and asset.extended: until when the hold lives.';
COMMENT ON COLUMN event.at IS 'The database''s clock, read after the lock: the instant by which the change was judged.';

CREATE INDEX event_feed ON event (id);
COMMENT ON INDEX event_feed IS 'The order in which the feed is read, over all slots.';
