-- Importing lots changes details of assets that are listed already: a change with an event of its own.

ALTER TABLE event
    DROP CONSTRAINT event_kind,
    ADD CONSTRAINT event_kind
        CHECK (kind IN ('asset.created', 'asset.updated', 'asset.held', 'asset.extended', 'asset.released',
                        'asset.expired', 'asset.sold', 'payment.unmatched'));
