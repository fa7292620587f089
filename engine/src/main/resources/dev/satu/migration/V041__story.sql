-- Retention of the story: events and ended reservations go when they are older than the story is kept, the oldest first;
-- idle buyers' rows as soon as stored answers do.
--
-- The floor passes the events in the order of their ids. Of what it has passed an item keeps two events at most: the last,
-- and the last that tells its state (a change of details does not). So what is kept of an item always tells what it was at
-- the floor, and all that happened since, without a gap, up to its present version.
--
-- An ended reservation goes when the floor has passed its end, unless a payment names it: sales and late money are kept.
--
-- The two purges of the story end without waiting for the disk (synchronous_commit): lost in a crash, one is done again,
-- and no claim waits for its locks longer than its statements take.

CREATE TABLE story_floor (
    only_row         boolean PRIMARY KEY DEFAULT true CONSTRAINT story_floor_only_row CHECK (only_row),
    event_id         bigint NOT NULL DEFAULT 0 CONSTRAINT story_floor_event_id CHECK (event_id >= 0),
    gone_until       timestamptz NOT NULL DEFAULT '-infinity',
    holds_gone_until timestamptz NOT NULL DEFAULT '-infinity',
    CONSTRAINT story_floor_holds_follow_events CHECK (holds_gone_until <= gone_until)
) WITH (fillfactor = 50);
COMMENT ON TABLE story_floor IS
    'One row: how far the story was purged. Locked by the one node that purges at a time; nobody waits for it.';
COMMENT ON COLUMN story_floor.event_id IS
    'The events up to this id were purged, but for the last ones of each item. Whoever reads by id and stands below has missed some.';
COMMENT ON COLUMN story_floor.gone_until IS
    'The latest instant of an event that was passed: of what happened until then, events and reservations may be missing.';
COMMENT ON COLUMN story_floor.holds_gone_until IS
    'Reservations that ended before are gone, but for those that payments name: where the purge goes on looking.';

INSERT INTO story_floor DEFAULT VALUES;

CREATE INDEX reservation_ended ON reservation (ended_at) WHERE status IN ('RELEASED', 'EXPIRED');
COMMENT ON INDEX reservation_ended IS 'How the purge finds ended reservations without a sale, the oldest first.';

CREATE INDEX payment_of_reservation ON payment (reservation_slot, reservation_id);
COMMENT ON INDEX payment_of_reservation IS 'Whether a payment names a reservation.';

ALTER TABLE buyer ADD COLUMN made_at timestamptz NOT NULL DEFAULT clock_timestamp();
COMMENT ON COLUMN buyer.made_at IS
    'The row is only a lock. It is purged by age, also under a buyer who is active: the next limited hold makes it anew.';

CREATE INDEX buyer_age ON buyer (made_at);
COMMENT ON INDEX buyer_age IS 'How the purge finds buyers'' rows, the oldest first.';

CREATE FUNCTION purge_events(older_than interval, at_most integer) RETURNS integer
    LANGUAGE plpgsql VOLATILE
    SET plan_cache_mode = force_generic_plan
    SET enable_seqscan = off
    SET enable_hashjoin = off
    SET enable_mergejoin = off
AS $$
DECLARE
    floor_id bigint;
    t        timestamptz;
    passed   integer;
    last_id  bigint;
    last_at  timestamptz;
    slots    smallint[];
    kinds    text[];
    items    text[];
    latest   bigint[];
    telling  bigint[];
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'purge_events needs READ COMMITTED' USING ERRCODE = '25001';
    END IF;
    SELECT f.event_id INTO floor_id FROM story_floor f FOR NO KEY UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;

    -- The next events, up to the first that is too young; what was passed of each item.
    t := clock_timestamp() - older_than;
    WITH next AS (
        SELECT e.slot, e.item_kind, e.item_id, e.version, e.kind, e.id, e.at
          FROM event e WHERE e.id > floor_id ORDER BY e.id LIMIT at_most
    ), judged AS (
        SELECT n.*, bool_and(n.at < t) OVER (ORDER BY n.id) AS is_old FROM next n
    ), passed_items AS (
        SELECT o.slot, o.item_kind, o.item_id, count(*) AS events, max(o.id) AS id, max(o.at) AS at,
               max(o.version) AS latest, max(o.version) FILTER (WHERE o.kind <> 'asset.updated') AS telling
          FROM judged o WHERE o.is_old
         GROUP BY o.slot, o.item_kind, o.item_id
    )
    SELECT sum(p.events), max(p.id), max(p.at), array_agg(p.slot), array_agg(p.item_kind), array_agg(p.item_id),
           array_agg(p.latest), array_agg(p.telling)
      INTO passed, last_id, last_at, slots, kinds, items, latest, telling
      FROM passed_items p;
    IF passed IS NULL THEN
        RETURN 0;
    END IF;

    -- Events are only ever added, above the floor: nothing of an item has to be locked to take the old ones away.
    PERFORM set_config('synchronous_commit', 'off', true);
    DELETE FROM event e
     USING unnest(slots, kinds, items, latest, telling) AS p(slot, item_kind, item_id, latest, telling)
     WHERE e.slot = p.slot AND e.item_kind = p.item_kind AND e.item_id = p.item_id
       AND e.version < p.latest AND (e.kind = 'asset.updated' OR e.version < p.telling);
    UPDATE story_floor SET event_id = last_id, gone_until = greatest(gone_until, last_at) WHERE event_id = floor_id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the floor moved under its lock' USING ERRCODE = 'SK003';
    END IF;
    RETURN passed;
END
$$;
COMMENT ON FUNCTION purge_events IS
    'Passes up to at_most events and returns how many; of each item, the last ones are kept. Safe on many nodes at once.';

CREATE FUNCTION purge_reservations(at_most integer) RETURNS integer
    LANGUAGE plpgsql VOLATILE
    SET plan_cache_mode = force_generic_plan
    SET enable_seqscan = off
    SET enable_hashjoin = off
    SET enable_mergejoin = off
AS $$
DECLARE
    gone_from  timestamptz;
    gone_to    timestamptz;
    slots      smallint[];
    ids        text[];
    assets     text[];
    ends       timestamptz[];
    locked_ids text[];
    next_from  timestamptz;
    purged     integer;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'purge_reservations needs READ COMMITTED' USING ERRCODE = '25001';
    END IF;
    SELECT f.holds_gone_until, f.gone_until INTO gone_from, gone_to FROM story_floor f FOR NO KEY UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;

    -- Chosen by a plain read, in the order in which they ended.
    SELECT array_agg(c.slot), array_agg(c.id), array_agg(c.asset_id), array_agg(c.ended_at)
      INTO slots, ids, assets, ends
      FROM (SELECT r.slot, r.id, r.asset_id, r.ended_at
              FROM reservation r
             WHERE r.status IN ('RELEASED', 'EXPIRED') AND r.ended_at BETWEEN gone_from AND gone_to
               AND NOT EXISTS (SELECT FROM payment p WHERE p.reservation_slot = r.slot AND p.reservation_id = r.id)
             ORDER BY r.ended_at LIMIT at_most) c;

    -- Under the items' locks, as every change of a reservation: a commit that comes too late names it in a payment, and a
    -- second release tells of it. What somebody else has locked waits for the next pass.
    locked_ids := ARRAY(
        SELECT a.id
          FROM asset a JOIN (SELECT DISTINCT c.slot, c.asset_id FROM unnest(slots, assets) AS c(slot, asset_id)) o
            ON a.slot = o.slot AND a.id = o.asset_id
         ORDER BY a.slot, a.id FOR NO KEY UPDATE OF a SKIP LOCKED);
    PERFORM set_config('synchronous_commit', 'off', true);

    -- Looked at again, in a new statement: a payment may have come to name one.
    DELETE FROM reservation r
     USING unnest(slots, ids, assets) AS c(slot, id, asset_id)
     WHERE r.slot = c.slot AND r.id = c.id AND c.asset_id = ANY (locked_ids)
       AND CASE WHEN r.status IN ('RELEASED', 'EXPIRED')
                THEN NOT EXISTS (SELECT FROM payment p
                                  WHERE p.reservation_slot = r.slot AND p.reservation_id = r.id) ELSE false END;
    GET DIAGNOSTICS purged = ROW_COUNT;

    -- It goes on from the first that was locked; else from the last of a full batch, for others ended with it.
    SELECT least(min(c.ended_at) FILTER (WHERE NOT c.asset_id = ANY (locked_ids)),
                 CASE WHEN count(*) = at_most THEN max(c.ended_at) ELSE gone_to END)
      INTO next_from
      FROM unnest(assets, ends) AS c(asset_id, ended_at);
    IF next_from > gone_from THEN
        UPDATE story_floor SET holds_gone_until = next_from WHERE only_row;
    END IF;
    RETURN purged;
END
$$;
COMMENT ON FUNCTION purge_reservations IS
    'Deletes up to at_most reservations that ended before the floor and that no payment names, and returns how many. Safe '
    'on many nodes at once.';
