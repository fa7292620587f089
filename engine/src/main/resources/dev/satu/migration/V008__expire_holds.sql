-- The sweep: writes down that overdue holds have ended. Correctness never waits for it: every other path judges an overdue
-- hold by the clock. It keeps the listing's rows, the story and the buyer's count tidy.

CREATE FUNCTION expire_holds(at_most integer) RETURNS integer
    LANGUAGE plpgsql VOLATILE
AS $$
DECLARE
    t             timestamptz;
    locked_slots  smallint[];
    locked_ids    text[];
    freed_assets  integer;
    ended_holds   integer;
    written_events integer;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'expire_holds needs READ COMMITTED' USING ERRCODE = '25001';
    END IF;

    -- Chosen by a plain read, locked at the item in the one order; what somebody else has locked waits for the next pass.
    -- The clock stands in a variable: compared with clock_timestamp() itself, the index of overdue holds would be read to
    -- its end, over all live holds.
    t := clock_timestamp();
    SELECT array_agg(l.slot), array_agg(l.reservation_id)
      INTO locked_slots, locked_ids
      FROM (SELECT a.slot, a.reservation_id
              FROM asset a
              JOIN (SELECT r.slot, r.asset_id, r.id FROM reservation r
                     WHERE r.status = 'HELD' AND r.expires_at < t
                     ORDER BY r.expires_at LIMIT at_most) o
                ON a.slot = o.slot AND a.id = o.asset_id AND a.reservation_id = o.id
             ORDER BY a.slot, a.id
               FOR NO KEY UPDATE OF a SKIP LOCKED) l;
    IF locked_ids IS NULL THEN
        RETURN 0;
    END IF;

    -- Looked at again, in a new statement with one clock. The guard stands in a CASE, so that each hold is found by its key
    -- and the index of overdue holds is not read again for every batch.
    t := clock_timestamp();
    WITH ended AS (
        UPDATE reservation r
           SET status = 'EXPIRED', ended_at = t, ended_by = 'janitor', end_reason = 'SWEPT'
          FROM unnest(locked_slots, locked_ids) l(slot, id)
         WHERE r.slot = l.slot AND r.id = l.id AND CASE WHEN r.status = 'HELD' THEN r.expires_at < t ELSE false END
        RETURNING r.slot, r.id, r.asset_id, r.account_id, r.buyer_id
    ), freed AS (
        UPDATE asset a
           SET status = 'AVAILABLE', hold_expires_at = NULL, reservation_id = NULL, version = a.version + 1
          FROM ended e
         WHERE a.slot = e.slot AND a.id = e.asset_id AND a.reservation_id = e.id
           AND a.status = 'HELD' AND a.hold_expires_at < t
        RETURNING a.slot, a.id, a.version, e.id AS reservation_id, e.account_id, e.buyer_id
    ), told AS (
        INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, buyer_id, reservation_id,
                           reason, at)
        SELECT f.slot, 'asset', f.id, f.version, nextval('event_id'), 'asset.expired', f.account_id, 'janitor',
               f.buyer_id, f.reservation_id, 'SWEPT', t
          FROM (SELECT * FROM freed ORDER BY slot, id) f
        RETURNING 1
    )
    SELECT (SELECT count(*) FROM ended), (SELECT count(*) FROM freed), (SELECT count(*) FROM told)
      INTO ended_holds, freed_assets, written_events;
    IF ended_holds <> freed_assets OR freed_assets <> written_events THEN
        RAISE EXCEPTION 'an overdue hold and its asset disagree' USING ERRCODE = 'SK003';
    END IF;
    RETURN freed_assets;
END
$$;
COMMENT ON FUNCTION expire_holds IS 'Ends up to at_most overdue holds and returns how many. Safe on many nodes at once.';
