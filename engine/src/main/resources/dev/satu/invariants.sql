-- What must always hold, told as queries that must return no rows. Each may be run on a live system at any moment: it
-- reads one snapshot. The tests run all of them after every test.
--
-- What the purge of the story takes away is excused by its floor (story_floor) and by nothing else.

-- invariant: a held asset is held by one reservation that is HELD and expires with it
SELECT a.id, a.reservation_id, r.status, a.hold_expires_at, r.expires_at
  FROM asset a LEFT JOIN reservation r ON r.slot = a.slot AND r.id = a.reservation_id AND r.asset_id = a.id
 WHERE a.status = 'HELD' AND (r.status = 'HELD' AND r.expires_at = a.hold_expires_at) IS NOT TRUE;

-- invariant: a HELD reservation is the one that its asset names
SELECT r.id, r.asset_id, a.status, a.reservation_id
  FROM reservation r LEFT JOIN asset a ON a.slot = r.slot AND a.id = r.asset_id
 WHERE r.status = 'HELD' AND (a.status = 'HELD' AND a.reservation_id = r.id) IS NOT TRUE;

-- invariant: an asset has at most one reservation that holds it or was sold by it, cancelled sales left out
SELECT r.slot, r.asset_id, count(*)
  FROM reservation r LEFT JOIN payment p ON p.slot = r.payment_slot AND p.id = r.payment_id
 WHERE r.status = 'HELD' OR r.status = 'COMMITTED' AND p.reason IS DISTINCT FROM 'SALE_CANCELLED'
 GROUP BY r.slot, r.asset_id HAVING count(*) > 1;

-- invariant: a committed reservation whose sale stands is the one that its asset is sold to
SELECT r.id, r.asset_id, a.status, a.reservation_id, p.state
  FROM reservation r
  LEFT JOIN asset a ON a.slot = r.slot AND a.id = r.asset_id
  LEFT JOIN payment p ON p.slot = r.payment_slot AND p.id = r.payment_id
 WHERE r.status = 'COMMITTED' AND p.reason IS DISTINCT FROM 'SALE_CANCELLED'
   AND (a.status = 'SOLD' AND a.reservation_id = r.id) IS NOT TRUE;

-- invariant: a cancelled sale was told once, by its asset's event and by its payment's, the asset's above the floor
SELECT p.id, p.reservation_id, count(e.version)
  FROM payment p
 CROSS JOIN story_floor f
  LEFT JOIN event own ON own.slot = p.slot AND own.item_kind = 'payment' AND own.item_id = p.id
                     AND own.kind = 'payment.unmatched'
  LEFT JOIN event e ON e.slot = p.reservation_slot AND e.item_kind = 'asset' AND e.reservation_id = p.reservation_id
                   AND e.payment_id = p.id AND e.kind = 'asset.sale_cancelled'
 WHERE p.reason = 'SALE_CANCELLED'
 GROUP BY p.slot, p.id, p.reservation_id, f.gone_until
HAVING (count(e.version) = 1 OR count(e.version) = 0 AND max(own.at) <= f.gone_until) IS NOT TRUE;

-- invariant: no sale was told as cancelled that stands
SELECT e.item_id, e.version, e.payment_id, p.state, p.reason
  FROM event e LEFT JOIN payment p ON p.id = e.payment_id
 WHERE e.kind = 'asset.sale_cancelled' AND p.reason IS DISTINCT FROM 'SALE_CANCELLED';

-- invariant: a sold asset has one committed reservation, paid by one payment that names it
SELECT a.id, a.reservation_id, r.status, p.id AS payment, p.state
  FROM asset a
  LEFT JOIN reservation r ON r.slot = a.slot AND r.id = a.reservation_id AND r.asset_id = a.id
  LEFT JOIN payment p ON p.slot = r.payment_slot AND p.id = r.payment_id AND p.reservation_id = r.id
 WHERE a.status = 'SOLD' AND (r.status = 'COMMITTED' AND p.state = 'SALE') IS NOT TRUE;

-- invariant: a payment that is a SALE is the payment of the committed reservation that it names
SELECT p.id, p.reservation_id, r.status, r.payment_id
  FROM payment p LEFT JOIN reservation r ON r.slot = p.reservation_slot AND r.id = p.reservation_id
 WHERE p.state = 'SALE' AND (r.status = 'COMMITTED' AND r.payment_id = p.id) IS NOT TRUE;

-- invariant: what was sold with a price was paid to the unit
SELECT r.id, r.price_amount, r.price_currency, p.amount, p.currency
  FROM reservation r JOIN payment p ON p.slot = r.payment_slot AND p.id = r.payment_id
 WHERE r.price_amount IS NOT NULL
   AND (p.amount = r.price_amount AND p.currency = r.price_currency) IS NOT TRUE;

-- invariant: an unmatched payment names a reservation that it does not own, unless it did until its sale was cancelled
SELECT p.id, p.reason, p.reservation_id, r.status, r.payment_id
  FROM payment p LEFT JOIN reservation r ON r.slot = p.reservation_slot AND r.id = p.reservation_id
 WHERE p.state = 'UNMATCHED'
   AND ((r.payment_id IS NOT DISTINCT FROM p.id) = (p.reason = 'SALE_CANCELLED')
        AND CASE p.reason WHEN 'RESERVATION_EXPIRED' THEN r.status = 'EXPIRED'
                          WHEN 'RESERVATION_RELEASED' THEN r.status = 'RELEASED'
                          ELSE r.status = 'COMMITTED' END) IS NOT TRUE;

-- invariant: every version of an asset has its event, without a gap, from 1 on or from the last that the floor passed
SELECT a.id, a.version, count(e.version) AS events, max(e.version) AS latest,
       max(e.version) FILTER (WHERE e.id <= f.event_id) AS last_passed
  FROM asset a
 CROSS JOIN story_floor f
  LEFT JOIN event e ON e.slot = a.slot AND e.item_kind = 'asset' AND e.item_id = a.id
 GROUP BY a.slot, a.id, a.version, f.event_id
HAVING max(e.version) IS DISTINCT FROM a.version
    OR count(e.version) FILTER (WHERE e.id > f.event_id)
       <> a.version - coalesce(max(e.version) FILTER (WHERE e.id <= f.event_id), 0)
    OR min(e.version) < 1;

-- invariant: of what the floor passed an item keeps its last event and the last that tells its state
SELECT p.item_kind, p.item_id, p.version, p.kind
  FROM (SELECT e.item_kind, e.item_id, e.version, e.kind,
               max(e.version) OVER item AS latest,
               max(e.version) FILTER (WHERE e.kind <> 'asset.updated') OVER item AS telling
          FROM event e JOIN story_floor f ON e.id <= f.event_id
        WINDOW item AS (PARTITION BY e.slot, e.item_kind, e.item_id)) p
 WHERE p.version <> p.latest AND p.version IS DISTINCT FROM p.telling;

-- invariant: the last event of an asset that is not of its details tells its status
SELECT a.id, a.status, e.kind
  FROM asset a
  LEFT JOIN LATERAL (
       SELECT last.kind FROM event last
        WHERE last.slot = a.slot AND last.item_kind = 'asset' AND last.item_id = a.id AND last.kind <> 'asset.updated'
        ORDER BY last.version DESC LIMIT 1) e ON true
 WHERE a.status IS DISTINCT FROM
       CASE WHEN e.kind IN ('asset.created', 'asset.released', 'asset.expired', 'asset.relisted') THEN 'AVAILABLE'
            WHEN e.kind IN ('asset.held', 'asset.extended') THEN 'HELD'
            WHEN e.kind = 'asset.sold' THEN 'SOLD'
            WHEN e.kind IN ('asset.withdrawn', 'asset.sale_cancelled') THEN 'WITHDRAWN' END;

-- invariant: the order of events is the order of versions, and of the clock
SELECT e.item_id, e.version, e.id, e.kind, e.at, e.earlier_id, e.earlier_at
  FROM (SELECT e.item_id, e.version, e.id, e.kind, e.at, lag(e.id) OVER item AS earlier_id, lag(e.at) OVER item AS earlier_at
          FROM event e
        WINDOW item AS (PARTITION BY e.slot, e.item_kind, e.item_id ORDER BY e.version)) e
 WHERE e.id <= e.earlier_id OR e.at < e.earlier_at;

-- invariant: a reservation has one event of its beginning, and one of its end if it ended, as far as the floor passed neither
SELECT r.id, r.status, r.begun, r.ended, r.ended_so
  FROM (SELECT r.id, r.status, r.created_at, r.ended_at,
               count(*) FILTER (WHERE e.kind = 'asset.held') AS begun,
               count(*) FILTER (WHERE e.kind IN ('asset.released', 'asset.expired', 'asset.sold')) AS ended,
               count(*) FILTER (WHERE e.kind = CASE r.status WHEN 'RELEASED' THEN 'asset.released'
                                                             WHEN 'EXPIRED' THEN 'asset.expired'
                                                             WHEN 'COMMITTED' THEN 'asset.sold' END) AS ended_so
          FROM reservation r
          LEFT JOIN event e ON e.slot = r.slot AND e.item_kind = 'asset' AND e.item_id = r.asset_id
                           AND e.reservation_id = r.id
         GROUP BY r.slot, r.id) r
 CROSS JOIN story_floor f
 WHERE r.begun <> 1 AND NOT (r.begun = 0 AND r.created_at <= f.gone_until)
    OR r.ended <> r.ended_so
    OR r.ended <> CASE r.status WHEN 'HELD' THEN 0 ELSE 1 END
       AND (r.ended = 0 AND r.ended_at <= f.gone_until) IS NOT TRUE;

-- invariant: an event of a hold tells of a reservation that exists, unless it happened before the floor
SELECT e.item_id, e.version, e.kind, e.reservation_id
  FROM event e
  JOIN story_floor f ON e.at > f.gone_until
  LEFT JOIN reservation r ON r.slot = e.slot AND r.id = e.reservation_id AND r.asset_id = e.item_id
 WHERE e.item_kind = 'asset' AND r.id IS NULL
   AND e.kind NOT IN ('asset.created', 'asset.updated', 'asset.withdrawn', 'asset.relisted');

-- invariant: every unmatched payment was told once, cancelled sales included
SELECT p.id, count(e.version)
  FROM payment p
  LEFT JOIN event e ON e.slot = p.slot AND e.item_kind = 'payment' AND e.item_id = p.id AND e.kind = 'payment.unmatched'
 WHERE p.state = 'UNMATCHED'
 GROUP BY p.slot, p.id HAVING count(e.version) <> 1;

-- invariant: every hold that was answered has its own reservation, unless it began before the floor
SELECT k.account_id, k.key, k.outcome, k.reservation_id
  FROM idempotency_key k
  JOIN story_floor f ON k.created_at > f.gone_until
  LEFT JOIN reservation r ON r.slot = k.reservation_slot AND r.id = k.reservation_id
 WHERE k.outcome = 'HELD' AND r.id IS NULL;

-- invariant: no hold was answered to two keys as new
SELECT reservation_slot, reservation_id, count(*)
  FROM idempotency_key WHERE outcome = 'HELD'
 GROUP BY reservation_slot, reservation_id HAVING count(*) > 1;

-- invariant: every API key belongs to an account
SELECT k.id, k.account_id
  FROM api_key k LEFT JOIN account a ON a.slot = k.account_slot AND a.id = k.account_id
 WHERE a.id IS NULL;

-- invariant: the key that took another's place belongs to the same account and may do the same
SELECT old.id, old.replaced_by, new.rotated_from, old.account_id, new.account_id AS new_account_id
  FROM api_key old LEFT JOIN api_key new ON new.id = old.replaced_by
 WHERE old.replaced_by IS NOT NULL
   AND (new.rotated_from = old.id AND new.account_id = old.account_id AND new.scopes = old.scopes) IS NOT TRUE;
