-- The operator's verbs on an asset: change its details, withdraw, relist, cancel its sale; and what the listing needs.
--
-- Nothing that a claim changes gets an index, nor stands in the condition of one: `withdrawn` repeats what `status` says
-- so that an index can tell sold from withdrawn and claims stay HOT updates.

ALTER TABLE asset
    ADD COLUMN withdrawn boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT asset_withdrawn_while_withdrawn CHECK (withdrawn = (status = 'WITHDRAWN'));
COMMENT ON COLUMN asset.withdrawn IS
    'Changes only at withdraw, relist and cancel sale: like listed, so that it may have an index.';

ALTER TABLE payment
    DROP CONSTRAINT payment_reason,
    ADD CONSTRAINT payment_reason
        CHECK (reason IN ('RESERVATION_EXPIRED', 'RESERVATION_RELEASED', 'ALREADY_SOLD', 'SALE_CANCELLED'));
COMMENT ON CONSTRAINT payment_reason ON payment IS
    'SALE_CANCELLED: it was the SALE of the reservation that it names until an operator cancelled that.';

ALTER TABLE event
    DROP CONSTRAINT event_kind,
    ADD CONSTRAINT event_kind
        CHECK (kind IN ('asset.created', 'asset.updated', 'asset.held', 'asset.extended', 'asset.released',
                        'asset.expired', 'asset.sold', 'asset.withdrawn', 'asset.relisted', 'asset.sale_cancelled',
                        'payment.unmatched')),
    ADD COLUMN changes jsonb,
    ADD CONSTRAINT event_changes CHECK ((kind = 'asset.updated') = (changes IS NOT NULL)),
    ADD CONSTRAINT event_reason CHECK (length(reason) BETWEEN 1 AND 500);
COMMENT ON COLUMN event.changes IS 'For asset.updated: each detail that changed, as {"from": …, "to": …}.';
COMMENT ON COLUMN event.reason IS
    'Why: a word of ours where it follows from the change, else the words that the operator gave.';

CREATE FUNCTION asset_details(a asset) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN jsonb_build_object(
        'name', a.name,
        'category', a.category,
        'price', CASE WHEN a.price_amount IS NOT NULL
                      THEN jsonb_build_object('amount', a.price_amount, 'currency', a.price_currency) END,
        'hold_for', duration_text(a.hold_for),
        'attributes', a.attributes);
COMMENT ON FUNCTION asset_details IS 'What an operator may change about an asset. Its status is not among it.';

CREATE FUNCTION details_changed(was jsonb, is_now jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT jsonb_object_agg(o.key, jsonb_build_object('from', o.value, 'to', n.value))
              FROM jsonb_each(was) o JOIN jsonb_each(is_now) n ON n.key = o.key
             WHERE n.value <> o.value);
COMMENT ON FUNCTION details_changed IS 'The details that differ; both have the same members.';

CREATE FUNCTION story_json(e event, with_names boolean) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN '{"version":' || e.version
        || ',"kind":"' || e.kind || '"'
        || ',"at":"' || utc_text(e.at) || '"'
        || CASE WHEN with_names
                THEN ',"actor":' || to_json(e.actor)::text
                  || coalesce(',"account_id":"' || e.account_id || '"', '')
                  || coalesce(',"buyer_id":"' || e.buyer_id || '"', '')
                  || coalesce(',"reservation_id":"' || e.reservation_id || '"', '')
                  || coalesce(',"payment_id":"' || e.payment_id || '"', '')
                  || coalesce(',"reason":' || to_json(e.reason)::text, '')
                ELSE '' END
        || coalesce(',"expires_at":"' || utc_text(e.expires_at) || '"', '')
        || coalesce(',"changes":' || e.changes::text, '')
        || '}';
COMMENT ON FUNCTION story_json IS
    'One step of an asset''s story. Without names, as buyers see it: what happened and when, never who nor why.';

CREATE INDEX asset_for_sale ON asset (id) WHERE listed;
COMMENT ON INDEX asset_for_sale IS 'What may be had, in order of id, however much is sold.';
CREATE INDEX asset_sold ON asset (id) WHERE NOT listed AND NOT withdrawn;
CREATE INDEX asset_withdrawn ON asset (id) WHERE withdrawn;
CREATE INDEX asset_by_category ON asset (category, id);
CREATE INDEX asset_by_creation ON asset (created_at, id);
CREATE INDEX asset_by_price ON asset (price_currency, price_amount, id);
COMMENT ON INDEX asset_by_price IS 'Amounts of two currencies have no order, so the currency comes first.';

CREATE FUNCTION asset_words(id text, name text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_tsvector('simple'::regconfig, translate(id || ' ' || name, '-+./:@_&=?#%~<>', repeat(' ', 15)));
COMMENT ON FUNCTION asset_words IS
    'What a search finds an asset by: the words of its id and name, in no language. Punctuation is taken out first: the '
    'parser would make one word of 10.5-A/B.';

CREATE INDEX asset_by_words ON asset USING gin (asset_words(id, name));
