-- Placing holds: the one command that is decided in SQL, because many are placed in one round trip.
--
-- The rules stand in hold_verdict, and once more in Java (HoldRules); a test compares the two over all states.

CREATE FUNCTION hold_verdict(
    key_seen boolean, same_request boolean, asset_found boolean, asks_too_long boolean, asset_status text, live boolean,
    own boolean, own_hold_refused boolean, too_soon boolean, at_limit boolean
) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN key_seen AND same_request THEN 'REPLAY'
        WHEN key_seen THEN 'KEY_REUSED'
        WHEN NOT asset_found THEN 'ASSET_NOT_FOUND'
        WHEN asks_too_long THEN 'HOLD_TOO_LONG'
        WHEN asset_status IN ('SOLD', 'WITHDRAWN') THEN asset_status
        WHEN asset_status = 'HELD' AND live AND own AND own_hold_refused THEN 'HELD_BY_YOU'
        WHEN asset_status = 'HELD' AND live AND own THEN 'ALREADY_HELD'
        WHEN asset_status = 'HELD' AND live THEN 'HELD'
        WHEN too_soon THEN 'TOO_SOON'
        WHEN at_limit THEN 'LIMIT_REACHED'
        ELSE 'GRANTED'
    END;
COMMENT ON FUNCTION hold_verdict IS 'What becomes of a request for a hold: refusals first, in this order.';

CREATE TYPE hold_decision AS (
    n              bigint,       -- which request of the call, from 1
    verdict        text,         -- see hold_verdict and place_holds
    reservation_id text,
    status         text,
    created_at     timestamptz,
    expires_at     timestamptz,
    price_amount   bigint,
    price_currency char(3),
    version        bigint,       -- of the asset, after the change
    retry_after    interval,     -- HELD, TOO_SOON, LIMIT_REACHED: not before
    longest        interval,     -- HOLD_TOO_LONG: what may be asked for
    stored_outcome text,         -- REPLAY: what was answered
    answer         text,         -- GRANTED, ALREADY_HELD, REPLAY: the JSON
    current_status text          -- REPLAY: the reservation's status now
);

CREATE FUNCTION must_agree(counted bigint, expected bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    IF counted <> expected THEN
        RAISE EXCEPTION 'an overdue hold was not where its asset said' USING ERRCODE = 'SK003';
    END IF;
    RETURN true;
END
$$;

-- One round trip, one transaction, and in it two statements that matter:
--
--   1. lock what looks free or overdue, in the order (slot, id). What is sold, withdrawn or held takes no lock.
--   2. in a new snapshot, with one clock read after the locks: decide all, and write what is granted.
--
-- The rows that 1 locked are passed to 2 by their place (ctid), which stays theirs as long as they are locked, so that each
-- is looked up once. What 1 did not lock is refused by 2 if it is held in the new snapshot, and BUSY if it looks free:
-- somebody else has it locked, or ended its hold in between.
--
-- wait_for_locks = false: rows that others have locked are skipped, a key that another transaction is writing is waited for
-- 100 ms (then SK001), and one's own live hold, which has to be locked before it is told, is BUSY. The caller sends those
-- again, with true, where waiting harms nobody. There BUSY means that the row moved: ask once more.
--
-- At most one request per (account, key) and, with a cap or a pause, per buyer in one call. Of several for one asset all but
-- one are followers: never granted, but BEHIND where they would be.
--
-- The plans are made once per connection, also on empty tables and before a million lots come in, for ten requests and for a
-- thousand. So the planner may not choose: each row is looked up by its key or its place, one at a time, and each look-up is
-- fenced.
--
-- SQLSTATE SK001: the key's row is being written by another transaction. SK002: the key was used meanwhile. SK003: a granted
-- line did not find its row (a fault; all is undone).
CREATE FUNCTION place_holds(
    wait_for_locks boolean, default_hold interval, longest_hold interval,
    p_slot smallint[], p_asset_id text[], p_account_id text[], p_buyer_id text[], p_actor text[],
    p_reservation_id text[], p_hold_for interval[], p_own_hold_refused boolean[], p_follower boolean[],
    p_buyer_slot smallint[], p_hold_limit integer[], p_pause interval[],
    p_key_slot smallint[], p_key text[], p_fingerprint bytea[]
) RETURNS SETOF hold_decision
    LANGUAGE plpgsql VOLATILE
    SET plan_cache_mode = force_generic_plan
    SET enable_seqscan = off
    SET enable_hashjoin = off
    SET enable_mergejoin = off
    SET enable_memoize = off
AS $$
DECLARE
    before     timestamptz;
    t          timestamptz;
    limited    boolean := p_hold_limit <> array_fill(NULL::integer, ARRAY[cardinality(p_hold_limit)])
                          OR p_pause <> array_fill(NULL::interval, ARRAY[cardinality(p_pause)]);
    buyers_n   bigint[] := '{}';
    tids       tid[];
    found_rows bigint;
    of_table   text;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'place_holds needs READ COMMITTED' USING ERRCODE = '25001';
    END IF;

    -- Buyers whose holds are counted.
    IF limited THEN
        IF wait_for_locks THEN
            -- A purge may take a buyer's row away between the two: then it is not locked, and BUSY.
            INSERT INTO buyer (slot, account_id, id)
            SELECT q.slot, q.account_id, q.id
              FROM unnest(p_buyer_slot, p_account_id, p_buyer_id, p_hold_limit, p_pause)
                   AS q(slot, account_id, id, hold_limit, pause)
             WHERE q.hold_limit IS NOT NULL OR q.pause IS NOT NULL
             ORDER BY q.slot, q.account_id COLLATE "C", q.id COLLATE "C"
                ON CONFLICT DO NOTHING;
            buyers_n := ARRAY(
                SELECT q.n
                  FROM (SELECT * FROM unnest(p_buyer_slot, p_account_id, p_buyer_id, p_hold_limit, p_pause)
                               WITH ORDINALITY AS o(slot, account_id, id, hold_limit, pause, n)
                         WHERE o.hold_limit IS NOT NULL OR o.pause IS NOT NULL
                         ORDER BY o.slot, o.account_id COLLATE "C", o.id COLLATE "C") q
                 CROSS JOIN LATERAL (SELECT FROM buyer b
                                      WHERE b.slot = q.slot AND b.account_id = q.account_id AND b.id = q.id
                                      LIMIT 1 FOR NO KEY UPDATE OF b) b);
        ELSE
            buyers_n := ARRAY(
                SELECT q.n
                  FROM (SELECT * FROM unnest(p_buyer_slot, p_account_id, p_buyer_id, p_hold_limit, p_pause)
                               WITH ORDINALITY AS o(slot, account_id, id, hold_limit, pause, n)
                         WHERE o.hold_limit IS NOT NULL OR o.pause IS NOT NULL
                         ORDER BY o.slot, o.account_id COLLATE "C", o.id COLLATE "C") q
                 CROSS JOIN LATERAL (SELECT FROM buyer b
                                      WHERE b.slot = q.slot AND b.account_id = q.account_id AND b.id = q.id
                                      LIMIT 1 FOR NO KEY UPDATE OF b SKIP LOCKED) b);
        END IF;
    END IF;

    -- Statement 1. The place of each asset that is locked now, NULL for the others.
    before := clock_timestamp();
    IF wait_for_locks THEN
        SELECT array_agg(l.tid ORDER BY q.n) INTO tids
          FROM (SELECT * FROM unnest(p_slot, p_asset_id, p_account_id, p_buyer_id, p_key_slot, p_key)
                       WITH ORDINALITY AS o(slot, asset_id, account_id, buyer_id, key_slot, key, n)
                 ORDER BY o.slot, o.asset_id COLLATE "C") q
          LEFT JOIN LATERAL (
                SELECT a.ctid AS tid FROM asset a
                 WHERE a.slot = q.slot AND a.id = q.asset_id
                   AND (a.status = 'AVAILABLE' OR a.hold_expires_at < before
                        OR EXISTS (SELECT FROM reservation r
                                    WHERE r.slot = a.slot AND r.id = a.reservation_id AND a.status = 'HELD'
                                      AND r.account_id = q.account_id AND r.buyer_id = q.buyer_id))
                   AND NOT EXISTS (SELECT FROM idempotency_key k
                                    WHERE k.slot = q.key_slot AND k.account_id = q.account_id AND k.key = q.key)
                 LIMIT 1 FOR NO KEY UPDATE OF a) l ON true;
    ELSE
        SELECT array_agg(l.tid ORDER BY q.n) INTO tids
          FROM (SELECT * FROM unnest(p_slot, p_asset_id, p_follower) WITH ORDINALITY AS o(slot, asset_id, follower, n)
                 ORDER BY o.slot, o.asset_id COLLATE "C") q
          LEFT JOIN LATERAL (
                SELECT a.ctid AS tid FROM asset a
                 WHERE a.slot = q.slot AND a.id = q.asset_id AND NOT q.follower
                   AND (a.status = 'AVAILABLE' OR a.hold_expires_at < before)
                 LIMIT 1 FOR NO KEY UPDATE OF a SKIP LOCKED) l ON true;
        PERFORM set_config('lock_timeout', '100ms', true);
    END IF;

    -- Statement 2. What was not locked is judged by the clock as it was when it was not locked.
    t := clock_timestamp();
    RETURN QUERY
    WITH decided AS MATERIALIZED (
        SELECT q.n,
               CASE WHEN v.verdict = 'GRANTED' AND q.follower THEN 'BEHIND'
                    WHEN v.verdict IN ('GRANTED', 'ALREADY_HELD') AND q.tid IS NULL THEN 'BUSY'
                    WHEN v.verdict IN ('GRANTED', 'TOO_SOON', 'LIMIT_REACHED')
                         AND (q.hold_limit IS NOT NULL OR q.pause IS NOT NULL) AND NOT q.n = ANY (buyers_n) THEN 'BUSY'
                    ELSE v.verdict END AS verdict,
               q.slot, q.asset_id, q.account_id, q.buyer_id, q.actor, q.key_slot, q.key, q.fingerprint,
               q.tid, r.tid AS former_tid,
               CASE v.verdict WHEN 'GRANTED' THEN q.reservation_id WHEN 'ALREADY_HELD' THEN r.id
                              WHEN 'REPLAY' THEN k.reservation_id END AS reservation_id,
               CASE v.verdict WHEN 'GRANTED' THEN t ELSE r.created_at END AS created_at,
               CASE v.verdict WHEN 'GRANTED' THEN t + coalesce(q.hold_for, w.own_length)
                              WHEN 'LIMIT_REACHED' THEN b.earliest ELSE r.expires_at END AS expires_at,
               CASE v.verdict WHEN 'GRANTED' THEN 0 ELSE r.extensions END AS extensions,
               CASE v.verdict WHEN 'GRANTED' THEN a.price_amount ELSE r.price_amount END AS price_amount,
               CASE v.verdict WHEN 'GRANTED' THEN a.price_currency ELSE r.price_currency END AS price_currency,
               a.version + CASE WHEN v.verdict <> 'GRANTED' THEN 0 WHEN a.status = 'HELD' THEN 2 ELSE 1 END AS version,
               CASE v.verdict WHEN 'HELD' THEN greatest(a.hold_expires_at - t, interval '0')
                              WHEN 'HELD_BY_YOU' THEN greatest(a.hold_expires_at - t, interval '0')
                              WHEN 'TOO_SOON' THEN b.lately + q.pause - t
                              WHEN 'LIMIT_REACHED' THEN b.earliest - t END AS retry_after,
               w.own_length AS longest, k.outcome AS stored_outcome, k.answer AS stored_answer,
               reservation_status_at(kr.status, kr.expires_at, t) AS current_status
          FROM unnest(p_slot, p_asset_id, p_account_id, p_buyer_id, p_actor, p_reservation_id, p_hold_for,
                      p_own_hold_refused, p_follower, p_hold_limit, p_pause, p_key_slot, p_key, p_fingerprint, tids)
               WITH ORDINALITY AS q(slot, asset_id, account_id, buyer_id, actor, reservation_id, hold_for,
                      own_hold_refused, follower, hold_limit, pause, key_slot, key, fingerprint, tid, n)
          LEFT JOIN LATERAL (SELECT * FROM idempotency_key k
                              WHERE k.slot = q.key_slot AND k.account_id = q.account_id AND k.key = q.key LIMIT 1) k ON true
          LEFT JOIN LATERAL (SELECT * FROM reservation kr
                              WHERE kr.slot = k.reservation_slot AND kr.id = k.reservation_id LIMIT 1) kr ON true
          LEFT JOIN LATERAL (SELECT a.id, a.slot, a.status, a.hold_expires_at, a.reservation_id, a.hold_for,
                                    a.price_amount, a.price_currency, a.version
                               FROM asset a WHERE a.ctid = q.tid AND a.slot = q.slot AND a.id = q.asset_id
                              UNION ALL
                             SELECT a.id, a.slot, a.status, a.hold_expires_at, a.reservation_id, a.hold_for,
                                    a.price_amount, a.price_currency, a.version
                               FROM asset a WHERE q.tid IS NULL AND a.slot = q.slot AND a.id = q.asset_id
                              LIMIT 1) a ON true
          LEFT JOIN LATERAL (SELECT r.ctid AS tid, r.* FROM reservation r
                              WHERE r.slot = a.slot AND r.id = a.reservation_id AND a.status = 'HELD' LIMIT 1) r ON true
         CROSS JOIN LATERAL (SELECT least(coalesce(a.hold_for, default_hold), longest_hold) AS own_length,
                                    a.hold_expires_at >= CASE WHEN q.tid IS NULL THEN before ELSE t END AS live) w
          LEFT JOIN LATERAL (
                SELECT count(*) FILTER (WHERE m.status = 'HELD' AND m.expires_at >= t) AS live,
                       min(m.expires_at) FILTER (WHERE m.status = 'HELD' AND m.expires_at >= t) AS earliest,
                       max(m.expires_at) FILTER (WHERE m.asset_id = q.asset_id AND m.status IN ('HELD', 'EXPIRED')
                                                   AND m.expires_at < t) AS lately
                  FROM reservation m
                 WHERE (q.hold_limit IS NOT NULL OR q.pause IS NOT NULL)
                   AND m.status IN ('HELD', 'EXPIRED')
                   AND m.account_id = q.account_id AND m.buyer_id = q.buyer_id
                   AND m.expires_at >= t - coalesce(q.pause, interval '0')) b ON true
         CROSS JOIN LATERAL (
                SELECT hold_verdict(k.key IS NOT NULL, k.fingerprint = q.fingerprint, a.id IS NOT NULL,
                                    q.hold_for > w.own_length, a.status, w.live,
                                    r.account_id = q.account_id AND r.buyer_id = q.buyer_id, q.own_hold_refused,
                                    coalesce(b.lately + q.pause > t, false),
                                    coalesce(b.live >= q.hold_limit, false)) AS verdict) v
    ), answered AS MATERIALIZED (
        SELECT d.*,
               CASE WHEN d.verdict IN ('GRANTED', 'ALREADY_HELD')
                    THEN reservation_json(d.reservation_id, d.asset_id, d.buyer_id, 'HELD', d.expires_at,
                                          d.created_at, NULL, d.extensions::smallint, d.price_amount, d.price_currency,
                                          NULL, d.version, d.verdict = 'ALREADY_HELD')
                    ELSE d.stored_answer END AS answer
          FROM decided d
    ), ended AS (
        UPDATE reservation r
           SET status = 'EXPIRED', ended_at = t, ended_by = d.actor, end_reason = 'TAKEN_OVER'
          FROM decided d
         WHERE d.verdict = 'GRANTED' AND r.ctid = d.former_tid
           AND CASE WHEN r.status = 'HELD' THEN r.expires_at < t ELSE false END
        RETURNING r.slot, r.asset_id, d.version - 1 AS version, 'asset.expired' AS kind, r.account_id,
                  r.ended_by AS actor, r.buyer_id, r.id AS reservation_id, NULL::timestamptz AS expires_at,
                  r.end_reason AS reason
    ), taken AS (
        UPDATE asset a
           SET status = 'HELD', hold_expires_at = d.expires_at, reservation_id = d.reservation_id, version = d.version
          FROM answered d
         WHERE d.verdict = 'GRANTED' AND a.ctid = d.tid AND a.slot = d.slot AND a.id = d.asset_id
           AND (a.status = 'AVAILABLE' OR a.status = 'HELD' AND a.hold_expires_at < t)
        RETURNING d.n, a.slot, a.id AS asset_id, a.reservation_id, a.hold_expires_at AS expires_at, a.version,
                  d.account_id, d.buyer_id, d.actor, d.price_amount, d.price_currency, d.key_slot, d.key, d.fingerprint,
                  d.answer
    ), held AS (
        INSERT INTO reservation (slot, id, asset_id, account_id, buyer_id, created_at, expires_at,
                                 price_amount, price_currency)
        SELECT k.slot, k.reservation_id, k.asset_id, k.account_id, k.buyer_id, t, k.expires_at,
               k.price_amount, k.price_currency
          FROM taken k
    ), told AS (
        INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, buyer_id, reservation_id,
                           expires_at, reason, at)
        SELECT e.slot, 'asset', e.asset_id, e.version, nextval('event_id'), e.kind, e.account_id, e.actor, e.buyer_id,
               e.reservation_id, e.expires_at, e.reason, t
          FROM (SELECT k.slot, k.asset_id, k.version, 'asset.held' AS kind, k.account_id, k.actor, k.buyer_id,
                       k.reservation_id, k.expires_at, NULL AS reason
                  FROM taken k
                UNION ALL
                SELECT * FROM ended
                 ORDER BY slot, asset_id, version) e
    ), kept AS (
        INSERT INTO idempotency_key (slot, account_id, key, fingerprint, outcome, answer,
                                     reservation_slot, reservation_id, created_at)
        SELECT a.key_slot, a.account_id, a.key, a.fingerprint, a.outcome, a.answer, a.slot, a.reservation_id, t
          FROM (SELECT k.key_slot, k.account_id, k.key, k.fingerprint, 'HELD' AS outcome, k.answer, k.slot,
                       k.reservation_id
                  FROM taken k
                UNION ALL
                SELECT d.key_slot, d.account_id, d.key, d.fingerprint, d.verdict, d.answer, d.slot, d.reservation_id
                  FROM answered d WHERE d.verdict = 'ALREADY_HELD'
                 ORDER BY 1, 2, 3) a
    )
    SELECT k.n, 'GRANTED', k.reservation_id, 'HELD', t, k.expires_at, k.price_amount, k.price_currency, k.version,
           NULL::interval, NULL::interval, NULL, k.answer, NULL
      FROM taken k
     WHERE must_agree((SELECT count(*) FROM ended),
                      (SELECT count(d.former_tid) FROM decided d WHERE d.verdict = 'GRANTED'))
    UNION ALL
    SELECT d.n, d.verdict, d.reservation_id, 'HELD', d.created_at, d.expires_at, d.price_amount, d.price_currency,
           d.version, d.retry_after, d.longest, d.stored_outcome, d.answer, d.current_status
      FROM answered d WHERE d.verdict <> 'GRANTED';

    GET DIAGNOSTICS found_rows = ROW_COUNT;
    IF found_rows <> cardinality(p_slot) THEN
        RAISE EXCEPTION 'a granted hold did not find its asset' USING ERRCODE = 'SK003';
    END IF;
EXCEPTION
    WHEN unique_violation THEN
        GET STACKED DIAGNOSTICS of_table = TABLE_NAME;
        IF of_table LIKE 'idempotency_key%' THEN
            RAISE EXCEPTION 'the idempotency key was used meanwhile' USING ERRCODE = 'SK002';
        END IF;
        RAISE;
    WHEN lock_not_available THEN
        IF tids IS NOT NULL THEN
            RAISE EXCEPTION 'the idempotency key is in use' USING ERRCODE = 'SK001';
        END IF;
        RAISE;
END
$$;
COMMENT ON FUNCTION place_holds IS 'Places holds, many in one round trip. Called by PlaceStore.';
