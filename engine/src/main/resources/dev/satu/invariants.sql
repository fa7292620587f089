-- What must always hold, told as queries that must return no rows. Each may be run on a live system at any moment: it
-- reads one snapshot. The tests run all of them after every test.

-- invariant: a held asset is held by one reservation that is HELD and expires with it
SELECT a.id, a.reservation_id, r.status, a.hold_expires_at, r.expires_at
  FROM asset a LEFT JOIN reservation r ON r.slot = a.slot AND r.id = a.reservation_id AND r.asset_id = a.id
 WHERE a.status = 'HELD' AND (r.status = 'HELD' AND r.expires_at = a.hold_expires_at) IS NOT TRUE;

-- invariant: a HELD reservation is the one that its asset names
SELECT r.id, r.asset_id, a.status, a.reservation_id
  FROM reservation r LEFT JOIN asset a ON a.slot = r.slot AND a.id = r.asset_id
 WHERE r.status = 'HELD' AND (a.status = 'HELD' AND a.reservation_id = r.id) IS NOT TRUE;

-- invariant: an asset has at most one reservation that holds it or was sold by it
SELECT slot, asset_id, count(*)
  FROM reservation WHERE status IN ('HELD', 'COMMITTED')
 GROUP BY slot, asset_id HAVING count(*) > 1;

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

-- invariant: an unmatched payment names a reservation that it does not own
SELECT p.id, p.reason, p.reservation_id, r.status, r.payment_id
  FROM payment p LEFT JOIN reservation r ON r.slot = p.reservation_slot AND r.id = p.reservation_id
 WHERE p.state = 'UNMATCHED'
   AND (r.payment_id IS DISTINCT FROM p.id
        AND CASE p.reason WHEN 'RESERVATION_EXPIRED' THEN r.status = 'EXPIRED'
                          WHEN 'RESERVATION_RELEASED' THEN r.status = 'RELEASED'
                          ELSE r.status = 'COMMITTED' END) IS NOT TRUE;

-- invariant: every version of an asset has its event, from 1 on without a gap
SELECT a.id, a.version, count(e.version) AS events, max(e.version) AS latest
  FROM asset a
  LEFT JOIN event e ON e.slot = a.slot AND e.item_kind = 'asset' AND e.item_id = a.id
 GROUP BY a.slot, a.id, a.version
HAVING count(e.version) <> a.version OR max(e.version) <> a.version OR min(e.version) <> 1;

-- invariant: the last event of an asset that is not of its details tells its status
SELECT a.id, a.status, e.kind
  FROM asset a
 CROSS JOIN LATERAL (
       SELECT last.kind FROM event last
        WHERE last.slot = a.slot AND last.item_kind = 'asset' AND last.item_id = a.id AND last.kind <> 'asset.updated'
        ORDER BY last.version DESC LIMIT 1) e
 WHERE a.status IS DISTINCT FROM
       CASE WHEN e.kind IN ('asset.created', 'asset.released', 'asset.expired') THEN 'AVAILABLE'
            WHEN e.kind IN ('asset.held', 'asset.extended') THEN 'HELD'
            WHEN e.kind = 'asset.sold' THEN 'SOLD' END;

-- invariant: the order of events is the order of versions, and of the clock
SELECT later.item_id, later.version, later.id, later.kind, later.at, earlier.id AS earlier_id, earlier.at AS earlier_at
  FROM event later
  JOIN event earlier ON earlier.slot = later.slot AND earlier.item_kind = later.item_kind
                    AND earlier.item_id = later.item_id AND earlier.version = later.version - 1
 WHERE later.id <= earlier.id OR later.at < earlier.at;

-- invariant: a reservation has one event of its beginning, and one of its end if it ended
SELECT r.id, r.status, count(*) FILTER (WHERE e.kind = 'asset.held') AS begun,
       count(*) FILTER (WHERE e.kind IN ('asset.released', 'asset.expired', 'asset.sold')) AS ended
  FROM reservation r
  LEFT JOIN event e ON e.slot = r.slot AND e.item_kind = 'asset' AND e.item_id = r.asset_id AND e.reservation_id = r.id
 GROUP BY r.slot, r.id, r.status
HAVING count(*) FILTER (WHERE e.kind = 'asset.held') <> 1
    OR count(*) FILTER (WHERE e.kind = CASE r.status WHEN 'RELEASED' THEN 'asset.released' WHEN 'EXPIRED' THEN
                        'asset.expired' WHEN 'COMMITTED' THEN 'asset.sold' END)
       <> CASE r.status WHEN 'HELD' THEN 0 ELSE 1 END
    OR count(*) FILTER (WHERE e.kind IN ('asset.released', 'asset.expired', 'asset.sold'))
       <> CASE r.status WHEN 'HELD' THEN 0 ELSE 1 END;

-- invariant: an event of a hold tells of a reservation that exists
SELECT e.item_id, e.version, e.kind, e.reservation_id
  FROM event e LEFT JOIN reservation r ON r.slot = e.slot AND r.id = e.reservation_id AND r.asset_id = e.item_id
 WHERE e.item_kind = 'asset' AND r.id IS NULL AND e.kind NOT IN ('asset.created', 'asset.updated');

-- invariant: every unmatched payment was told once
SELECT p.id, count(e.version)
  FROM payment p
  LEFT JOIN event e ON e.slot = p.slot AND e.item_kind = 'payment' AND e.item_id = p.id AND e.kind = 'payment.unmatched'
 WHERE p.state = 'UNMATCHED'
 GROUP BY p.slot, p.id HAVING count(e.version) <> 1;

-- invariant: every hold that was answered has its own reservation
SELECT k.account_id, k.key, k.outcome, k.reservation_id
  FROM idempotency_key k LEFT JOIN reservation r ON r.slot = k.reservation_slot AND r.id = k.reservation_id
 WHERE k.outcome = 'HELD' AND r.id IS NULL;

-- invariant: no hold was answered to two keys as new
SELECT reservation_slot, reservation_id, count(*)
  FROM idempotency_key WHERE outcome = 'HELD'
 GROUP BY reservation_slot, reservation_id HAVING count(*) > 1;
