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
    n                     integer,      -- which request of the call, from 1
    verdict               text,         -- see hold_verdict; BUSY: the row is locked by somebody, ask again and wait
    slot                  smallint,
    asset_id              text,
    account_id            text,
    buyer_id              text,
    reservation_id        text,
    status                text,
    created_at            timestamptz,
    expires_at            timestamptz,
    extensions            smallint,
    price_amount          bigint,
    price_currency        char(3),
    version               bigint,       -- of the asset, after the change
    former_reservation_id text,         -- the overdue hold that ends with the grant
    retry_after           interval,     -- HELD, TOO_SOON, LIMIT_REACHED: not before
    longest               interval,     -- HOLD_TOO_LONG: what may be asked for
    stored_outcome        text,         -- REPLAY: what was answered
    answer                text,         -- GRANTED, ALREADY_HELD, REPLAY: the JSON
    current_status        text          -- REPLAY: the reservation's status now
);

-- One round trip, one transaction: plain read, lock, decide, write.
--
-- A request that the plain read refuses or replays takes no lock and writes nothing. What looks free, overdue or one's own
-- is locked in the order (slot, id) and then judged again by new statements: a statement that waited still sees the
-- snapshot from before its wait, and must not decide.
--
-- wait_for_locks = false: rows that others have locked are skipped and answered BUSY (or refused, if they are seen held);
-- the caller sends those again, with true, where waiting harms nobody. A key that another transaction is writing is
-- waited for 100 ms, then SK001.
-- Its plans are made once per connection and look every row up by its key: also those that a connection made while the
-- tables were empty, or just before a million lots came in. So the planner may not choose, and each look-up is fenced.
--
-- At most one request per asset, per (account, key) and, with a cap or a pause, per buyer in one call.
--
-- SQLSTATE SK001: the key's row is being written by another transaction. SK002: the key was used elsewhere meanwhile.
-- SK003: a granted line did not find its row (a fault; all is undone).
CREATE FUNCTION place_holds(
    wait_for_locks boolean, default_hold interval, longest_hold interval,
    p_slot smallint[], p_asset_id text[], p_account_id text[], p_buyer_id text[], p_actor text[],
    p_reservation_id text[], p_hold_for interval[], p_own_hold_refused boolean[],
    p_buyer_slot smallint[], p_hold_limit integer[], p_pause interval[],
    p_key_slot smallint[], p_key text[], p_fingerprint bytea[]
) RETURNS SETOF hold_decision
    LANGUAGE plpgsql VOLATILE
    SET plan_cache_mode = force_generic_plan
    SET enable_seqscan = off
    SET enable_hashjoin = off
    SET enable_mergejoin = off
AS $$
DECLARE
    t          timestamptz;
    seen       hold_decision[];
    open_n     integer[];
    locked_ids text[];
    buyers_n   integer[];
    locked_n   integer[];
    decided    hold_decision[];
    granted    hold_decision[];
    stored     integer;
    found_rows integer;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'place_holds needs READ COMMITTED' USING ERRCODE = '25001';
    END IF;

    -- Plain read: key, asset and own hold in one snapshot.
    t := clock_timestamp();
    SELECT array_agg(ROW(q.n,
               hold_verdict(k.key IS NOT NULL, k.fingerprint = q.fingerprint, a.id IS NOT NULL,
                            q.hold_for > least(coalesce(a.hold_for, default_hold), longest_hold), a.status, a.hold_expires_at >= t,
                            r.account_id = q.account_id AND r.buyer_id = q.buyer_id, q.own_hold_refused, false, false),
               q.slot, q.asset_id, q.account_id, q.buyer_id,
               CASE WHEN k.key IS NOT NULL THEN k.reservation_id END, NULL, NULL, NULL, NULL, NULL, NULL, a.version,
               NULL, CASE WHEN a.status = 'HELD' THEN a.hold_expires_at - t END,
               least(coalesce(a.hold_for, default_hold), longest_hold),
               k.outcome, k.answer, reservation_status_at(kr.status, kr.expires_at, t))::hold_decision ORDER BY q.n)
      INTO seen
      FROM unnest(p_slot, p_asset_id, p_account_id, p_buyer_id, p_hold_for, p_own_hold_refused,
                  p_key_slot, p_key, p_fingerprint)
           WITH ORDINALITY AS q(slot, asset_id, account_id, buyer_id, hold_for, own_hold_refused,
                                key_slot, key, fingerprint, n)
      LEFT JOIN LATERAL (SELECT * FROM idempotency_key k
                          WHERE k.slot = q.key_slot AND k.account_id = q.account_id AND k.key = q.key LIMIT 1) k ON true
      LEFT JOIN LATERAL (SELECT * FROM reservation kr
                          WHERE kr.slot = k.reservation_slot AND kr.id = k.reservation_id LIMIT 1) kr ON true
      LEFT JOIN LATERAL (SELECT * FROM asset a WHERE a.slot = q.slot AND a.id = q.asset_id LIMIT 1) a ON true
      LEFT JOIN LATERAL (SELECT * FROM reservation r
                          WHERE r.slot = a.slot AND r.id = a.reservation_id AND a.status = 'HELD' LIMIT 1) r ON true;

    RETURN QUERY SELECT s.* FROM unnest(seen) s WHERE s.verdict NOT IN ('GRANTED', 'ALREADY_HELD');
    open_n := ARRAY(SELECT s.n FROM unnest(seen) s WHERE s.verdict IN ('GRANTED', 'ALREADY_HELD'));
    IF cardinality(open_n) = 0 THEN
        RETURN;
    END IF;

    -- Lock buyers whose holds are counted, then assets, each in its order.
    buyers_n := ARRAY(SELECT o FROM unnest(open_n) o WHERE p_hold_limit[o] IS NOT NULL OR p_pause[o] IS NOT NULL);
    IF cardinality(buyers_n) > 0 THEN
        IF wait_for_locks THEN
            -- A purge may take a buyer's row away between the two: then it is made anew.
            LOOP
                INSERT INTO buyer (slot, account_id, id)
                SELECT p_buyer_slot[o], p_account_id[o], p_buyer_id[o] FROM unnest(buyers_n) o
                 ORDER BY p_buyer_slot[o], p_account_id[o] COLLATE "C", p_buyer_id[o] COLLATE "C"
                    ON CONFLICT DO NOTHING;
                locked_n := ARRAY(
                    SELECT o FROM buyer b JOIN unnest(buyers_n) o
                        ON b.slot = p_buyer_slot[o] AND b.account_id = p_account_id[o] AND b.id = p_buyer_id[o]
                     ORDER BY b.slot, b.account_id, b.id FOR NO KEY UPDATE OF b);
                EXIT WHEN cardinality(locked_n) = cardinality(buyers_n);
            END LOOP;
        ELSE
            buyers_n := ARRAY(
                SELECT o FROM buyer b JOIN unnest(buyers_n) o
                    ON b.slot = p_buyer_slot[o] AND b.account_id = p_account_id[o] AND b.id = p_buyer_id[o]
                 ORDER BY b.slot, b.account_id, b.id FOR NO KEY UPDATE OF b SKIP LOCKED);
        END IF;
    END IF;
    IF wait_for_locks THEN
        locked_ids := ARRAY(
            SELECT a.id FROM asset a JOIN unnest(open_n) o ON a.slot = p_slot[o] AND a.id = p_asset_id[o]
             ORDER BY a.slot, a.id FOR NO KEY UPDATE OF a);
    ELSE
        locked_ids := ARRAY(
            SELECT a.id FROM asset a JOIN unnest(open_n) o ON a.slot = p_slot[o] AND a.id = p_asset_id[o]
             ORDER BY a.slot, a.id FOR NO KEY UPDATE OF a SKIP LOCKED);
    END IF;

    -- One clock, read after the locks; a new statement, so a new snapshot.
    t := clock_timestamp();
    SELECT array_agg(ROW(q.n,
               CASE WHEN v.verdict IN ('GRANTED', 'ALREADY_HELD', 'TOO_SOON', 'LIMIT_REACHED')
                         AND (NOT q.asset_id = ANY (locked_ids)
                              OR NOT (p_hold_limit[q.n] IS NULL AND p_pause[q.n] IS NULL) AND NOT q.n = ANY (buyers_n))
                    THEN 'BUSY' ELSE v.verdict END,
               q.slot, q.asset_id, q.account_id, q.buyer_id,
               CASE v.verdict WHEN 'GRANTED' THEN q.reservation_id WHEN 'ALREADY_HELD' THEN r.id
                              WHEN 'REPLAY' THEN k.reservation_id END,
               'HELD',
               CASE v.verdict WHEN 'GRANTED' THEN t ELSE r.created_at END,
               CASE v.verdict WHEN 'GRANTED' THEN t + coalesce(q.hold_for, w.own_length)
                              WHEN 'LIMIT_REACHED' THEN b.earliest ELSE r.expires_at END,
               CASE v.verdict WHEN 'GRANTED' THEN 0 ELSE r.extensions END,
               CASE v.verdict WHEN 'GRANTED' THEN a.price_amount ELSE r.price_amount END,
               CASE v.verdict WHEN 'GRANTED' THEN a.price_currency ELSE r.price_currency END,
               a.version + CASE WHEN v.verdict <> 'GRANTED' THEN 0 WHEN a.status = 'HELD' THEN 2 ELSE 1 END,
               CASE WHEN v.verdict = 'GRANTED' AND a.status = 'HELD' THEN a.reservation_id END,
               CASE v.verdict WHEN 'HELD' THEN a.hold_expires_at - t
                              WHEN 'HELD_BY_YOU' THEN a.hold_expires_at - t
                              WHEN 'TOO_SOON' THEN b.lately + p_pause[q.n] - t
                              WHEN 'LIMIT_REACHED' THEN b.earliest - t END,
               w.own_length, k.outcome, k.answer,
               reservation_status_at(kr.status, kr.expires_at, t))::hold_decision ORDER BY q.n)
      INTO decided
      FROM (SELECT o AS n, p_slot[o] AS slot, p_asset_id[o] AS asset_id, p_account_id[o] AS account_id,
                   p_buyer_id[o] AS buyer_id, p_hold_for[o] AS hold_for, p_reservation_id[o] AS reservation_id
              FROM unnest(open_n) o) q
      LEFT JOIN LATERAL (SELECT * FROM idempotency_key k
                          WHERE k.slot = p_key_slot[q.n] AND k.account_id = q.account_id AND k.key = p_key[q.n]
                          LIMIT 1) k ON true
      LEFT JOIN LATERAL (SELECT * FROM reservation kr
                          WHERE kr.slot = k.reservation_slot AND kr.id = k.reservation_id LIMIT 1) kr ON true
      LEFT JOIN LATERAL (SELECT * FROM asset a WHERE a.slot = q.slot AND a.id = q.asset_id LIMIT 1) a ON true
      LEFT JOIN LATERAL (SELECT * FROM reservation r
                          WHERE r.slot = a.slot AND r.id = a.reservation_id AND a.status = 'HELD' LIMIT 1) r ON true
     CROSS JOIN LATERAL (SELECT least(coalesce(a.hold_for, default_hold), longest_hold) AS own_length) w
      LEFT JOIN LATERAL (
            SELECT count(*) FILTER (WHERE m.status = 'HELD' AND m.expires_at >= t) AS live,
                   min(m.expires_at) FILTER (WHERE m.status = 'HELD' AND m.expires_at >= t) AS earliest,
                   max(m.expires_at) FILTER (WHERE m.asset_id = q.asset_id AND m.status IN ('HELD', 'EXPIRED')
                                               AND m.expires_at < t) AS lately
              FROM reservation m
             WHERE (p_hold_limit[q.n] IS NOT NULL OR p_pause[q.n] IS NOT NULL)
               AND m.status IN ('HELD', 'EXPIRED')
               AND m.account_id = q.account_id AND m.buyer_id = q.buyer_id
               AND m.expires_at >= t - coalesce(p_pause[q.n], interval '0')) b ON true
     CROSS JOIN LATERAL (
            SELECT hold_verdict(k.key IS NOT NULL, k.fingerprint = p_fingerprint[q.n], a.id IS NOT NULL,
                                q.hold_for > w.own_length, a.status, a.hold_expires_at >= t,
                                r.account_id = q.account_id AND r.buyer_id = q.buyer_id, p_own_hold_refused[q.n],
                                coalesce(b.lately + p_pause[q.n] > t, false),
                                coalesce(b.live >= p_hold_limit[q.n], false)) AS verdict) v;

    granted := ARRAY(SELECT d FROM unnest(decided) d WHERE d.verdict = 'GRANTED' ORDER BY d.slot, d.asset_id COLLATE "C");
    IF cardinality(granted) > 0 THEN
        -- The overdue holds that end here. The guard stands in a CASE, so that no plan reads the index of all overdue holds.
        UPDATE reservation r
           SET status = 'EXPIRED', ended_at = t, ended_by = p_actor[g.n], end_reason = 'TAKEN_OVER'
          FROM unnest(granted) g
         WHERE r.slot = g.slot AND r.id = g.former_reservation_id
           AND CASE WHEN r.status = 'HELD' THEN r.expires_at < t ELSE false END;
        GET DIAGNOSTICS found_rows = ROW_COUNT;
        IF found_rows <> (SELECT count(g.former_reservation_id) FROM unnest(granted) g) THEN
            RAISE EXCEPTION 'an overdue hold was not where its asset said' USING ERRCODE = 'SK003';
        END IF;

        WITH taken AS (
            UPDATE asset a
               SET status = 'HELD', hold_expires_at = g.expires_at, reservation_id = g.reservation_id, version = g.version
              FROM unnest(granted) g
             WHERE a.slot = g.slot AND a.id = g.asset_id
               AND (a.status = 'AVAILABLE' OR a.status = 'HELD' AND a.hold_expires_at < t)
            RETURNING g.n, a.slot, a.id AS asset_id, a.reservation_id, a.hold_expires_at, a.version,
                      a.price_amount, a.price_currency, g.account_id, g.buyer_id, g.former_reservation_id
        ), held AS (
            INSERT INTO reservation (slot, id, asset_id, account_id, buyer_id, created_at, expires_at,
                                     price_amount, price_currency)
            SELECT k.slot, k.reservation_id, k.asset_id, k.account_id, k.buyer_id, t, k.hold_expires_at,
                   k.price_amount, k.price_currency
              FROM taken k
        )
        INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, buyer_id, reservation_id,
                           expires_at, reason, at)
        SELECT e.slot, 'asset', e.asset_id, e.version, nextval('event_id'), e.kind, e.account_id, e.actor, e.buyer_id,
               e.reservation_id, e.expires_at, e.reason, t
          FROM (SELECT k.n, k.slot, k.asset_id, k.version, 'asset.held' AS kind, k.account_id, p_actor[k.n] AS actor,
                       k.buyer_id, k.reservation_id, k.hold_expires_at AS expires_at, NULL AS reason
                  FROM taken k
                UNION ALL
                SELECT k.n, k.slot, k.asset_id, k.version - 1, 'asset.expired', f.account_id, p_actor[k.n],
                       f.buyer_id, f.id, NULL, 'TAKEN_OVER'
                  FROM taken k JOIN reservation f ON f.slot = k.slot AND f.id = k.former_reservation_id
                 ORDER BY slot, asset_id, version) e;
        GET DIAGNOSTICS found_rows = ROW_COUNT;
        IF found_rows <> (SELECT count(*) + count(g.former_reservation_id) FROM unnest(granted) g) THEN
            RAISE EXCEPTION 'a granted hold did not find its asset' USING ERRCODE = 'SK003';
        END IF;
    END IF;

    -- The answers, stored with their keys. Last in the order of locks: another request may be using the same key.
    decided := ARRAY(
        SELECT ROW(d.n, d.verdict, d.slot, d.asset_id, d.account_id, d.buyer_id, d.reservation_id, d.status,
                   d.created_at, d.expires_at, d.extensions, d.price_amount, d.price_currency, d.version,
                   d.former_reservation_id, d.retry_after, d.longest, d.stored_outcome,
                   CASE WHEN d.verdict IN ('GRANTED', 'ALREADY_HELD')
                        THEN reservation_json(d.reservation_id, d.asset_id, d.buyer_id, d.status, d.expires_at,
                                              d.created_at, NULL, d.extensions, d.price_amount, d.price_currency,
                                              NULL, d.version, d.verdict = 'ALREADY_HELD')
                        ELSE d.answer END,
                   d.current_status)::hold_decision
          FROM unnest(decided) d ORDER BY d.n);
    stored := (SELECT count(*) FROM unnest(decided) d WHERE d.verdict IN ('GRANTED', 'ALREADY_HELD'));
    IF stored > 0 THEN
        IF NOT wait_for_locks THEN
            PERFORM set_config('lock_timeout', '100ms', true);
        END IF;
        BEGIN
            INSERT INTO idempotency_key (slot, account_id, key, fingerprint, outcome, answer,
                                         reservation_slot, reservation_id, created_at)
            SELECT p_key_slot[d.n], d.account_id, p_key[d.n], p_fingerprint[d.n],
                   CASE d.verdict WHEN 'GRANTED' THEN 'HELD' ELSE d.verdict END, d.answer, d.slot, d.reservation_id, t
              FROM unnest(decided) d
             WHERE d.verdict IN ('GRANTED', 'ALREADY_HELD')
             ORDER BY p_key_slot[d.n], d.account_id COLLATE "C", p_key[d.n] COLLATE "C"
                ON CONFLICT DO NOTHING;
            GET DIAGNOSTICS found_rows = ROW_COUNT;
        EXCEPTION WHEN lock_not_available THEN
            RAISE EXCEPTION 'the idempotency key is in use' USING ERRCODE = 'SK001';
        END;
        IF found_rows <> stored THEN
            RAISE EXCEPTION 'the idempotency key was used for another request' USING ERRCODE = 'SK002';
        END IF;
    END IF;

    RETURN QUERY SELECT d.* FROM unnest(decided) d;
END
$$;
COMMENT ON FUNCTION place_holds IS 'Places holds, many in one round trip. Called by PlaceStore.';
