-- What must be true of assets.

-- invariant: an asset has a name
SELECT id FROM asset WHERE name = '';

-- invariant: nobody holds two assets
-- (by name, which is unique here)
SELECT holder, count(*) AS assets
  FROM asset
 WHERE holder IS NOT NULL
 GROUP BY holder
HAVING count(*) > 1;
