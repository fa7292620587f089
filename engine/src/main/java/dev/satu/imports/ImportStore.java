package dev.satu.imports;

import dev.satu.database.Sql;
import dev.satu.value.Caller;
import dev.satu.value.ImportId;
import dev.satu.value.Money;
import dev.satu.value.Slot;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of an import. Its staging tables live in its session only, and end with it. */
final class ImportStore {
  private static final String DROP =
      "DROP TABLE IF EXISTS pg_temp.import_lot, pg_temp.import_change";

  private static final String MAKE_LOTS =
      """
      CREATE TEMPORARY TABLE import_lot (
          line           bigint NOT NULL,
          slot           smallint NOT NULL,
          id             text COLLATE "C" NOT NULL,
          name           text NOT NULL,
          category       text COLLATE "C",
          price_amount   bigint,
          price_currency char(3),
          hold_for       interval,
          attributes     jsonb NOT NULL CHECK (jsonb_typeof(attributes) = 'object'),
          says_category   boolean NOT NULL,
          says_price      boolean NOT NULL,
          says_hold_for   boolean NOT NULL,
          says_attributes boolean NOT NULL
      ) ON COMMIT PRESERVE ROWS
      """;

  private static final String MAKE_CHANGES =
      """
      CREATE TEMPORARY TABLE import_change (slot smallint NOT NULL, id text COLLATE "C" NOT NULL)
          ON COMMIT DELETE ROWS
      """;

  private static final String STAGE =
      """
      INSERT INTO import_lot (line, slot, id, name, category, price_amount, price_currency, hold_for, attributes,
                              says_category, says_price, says_hold_for, says_attributes)
      SELECT u.line, u.slot, u.id, u.name, u.category, u.price_amount, u.price_currency, u.hold_for::interval,
             u.attributes::jsonb, u.says_category, u.says_price, u.says_hold_for, u.says_attributes
        FROM unnest(?::bigint[], ?::smallint[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::text[], ?::text[],
                    ?::text[], ?::boolean[], ?::boolean[], ?::boolean[], ?::boolean[])
             AS u (line, slot, id, name, category, price_amount, price_currency, hold_for, attributes,
                   says_category, says_price, says_hold_for, says_attributes)
      """;

  private static final String ANALYZE = "ANALYZE import_lot";

  private static final String STAGED = "SELECT count(*) AS staged FROM import_lot";

  private static final String NOW = "SELECT clock_timestamp() AS now";

  private static final String REPEATED =
      """
      SELECT l.line, first.line AS first_line
        FROM (SELECT slot, id, min(line) AS line FROM import_lot GROUP BY slot, id HAVING count(*) > 1) first
        JOIN import_lot l ON l.slot = first.slot AND l.id = first.id AND l.line > first.line
       ORDER BY l.line LIMIT ?
      """;

  /** The last condition says nothing new, but spares the comparison in columns for equal rows. */
  private static final String DIFFERENT =
      """
      SELECT l.line, d.detail
        FROM import_lot l
        JOIN asset a ON a.slot = l.slot AND a.id = l.id
       CROSS JOIN LATERAL (
             VALUES (1, 'name', a.name <> l.name),
                    (2, 'category', l.says_category AND a.category IS DISTINCT FROM l.category),
                    (3, 'price', l.says_price AND (a.price_amount, a.price_currency)
                                                  IS DISTINCT FROM (l.price_amount, l.price_currency)),
                    (4, 'hold_for', l.says_hold_for AND a.hold_for IS DISTINCT FROM l.hold_for),
                    (5, 'attributes', l.says_attributes AND a.attributes <> l.attributes)
             ) d (place, detail, differs)
       WHERE d.differs
         AND (a.name <> l.name
              OR l.says_category AND a.category IS DISTINCT FROM l.category
              OR l.says_price AND (a.price_amount, a.price_currency)
                                  IS DISTINCT FROM (l.price_amount, l.price_currency)
              OR l.says_hold_for AND a.hold_for IS DISTINCT FROM l.hold_for
              OR l.says_attributes AND a.attributes <> l.attributes)
       ORDER BY l.line, d.place LIMIT ?
      """;

  /**
   * New lots go in by id, since all indexes but one begin to fill at their right end then. Nobody
   * else inserts more than one lot in a transaction, so any one order will do; rows that exist are
   * locked in that of all locks.
   */
  private static final String CREATE =
      """
      WITH listed AS (
          INSERT INTO asset (slot, id, name, category, price_amount, price_currency, hold_for, attributes, created_at)
          SELECT l.slot, l.id, l.name, l.category, l.price_amount, l.price_currency, l.hold_for, l.attributes, ?
            FROM import_lot l
           WHERE NOT EXISTS (SELECT 1 FROM asset a WHERE a.slot = l.slot AND a.id = l.id)
           ORDER BY l.id
              ON CONFLICT DO NOTHING
          RETURNING slot, id, version, created_at
      )
      INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, at)
      SELECT n.slot, 'asset', n.id, n.version, nextval('event_id'), 'asset.created', ?, ?, n.created_at
        FROM (SELECT * FROM listed ORDER BY slot, id) n
      """;

  private static final String LOCK_DIFFERENT =
      """
      INSERT INTO import_change (slot, id)
      SELECT d.slot, d.id
        FROM (SELECT a.slot, a.id
                FROM asset a JOIN import_lot l ON l.slot = a.slot AND l.id = a.id
               WHERE a.name <> l.name
                  OR l.says_category AND a.category IS DISTINCT FROM l.category
                  OR l.says_price AND (a.price_amount, a.price_currency)
                                      IS DISTINCT FROM (l.price_amount, l.price_currency)
                  OR l.says_hold_for AND a.hold_for IS DISTINCT FROM l.hold_for
                  OR l.says_attributes AND a.attributes <> l.attributes
               ORDER BY a.slot, a.id
                 FOR NO KEY UPDATE OF a) d
      """;

  private static final String UPDATE =
      """
      WITH changed AS (
          UPDATE asset a
             SET name = l.name,
                 category = CASE WHEN l.says_category THEN l.category ELSE a.category END,
                 price_amount = CASE WHEN l.says_price THEN l.price_amount ELSE a.price_amount END,
                 price_currency = CASE WHEN l.says_price THEN l.price_currency ELSE a.price_currency END,
                 hold_for = CASE WHEN l.says_hold_for THEN l.hold_for ELSE a.hold_for END,
                 attributes = CASE WHEN l.says_attributes THEN l.attributes ELSE a.attributes END,
                 version = a.version + 1
            FROM import_change c
            JOIN import_lot l ON l.slot = c.slot AND l.id = c.id
            JOIN asset o ON o.slot = c.slot AND o.id = c.id
           WHERE a.slot = c.slot AND a.id = c.id
          RETURNING a.slot, a.id, a.version, details_changed(asset_details(o), asset_details(a)) AS changes
      )
      INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, at, changes)
      SELECT n.slot, 'asset', n.id, n.version, nextval('event_id'), 'asset.updated', ?, ?, ?, n.changes
        FROM (SELECT * FROM changed ORDER BY slot, id) n
      """;

  private static final String ID_OF = "SELECT ?::json ->> 'import_id' AS id";

  /** Makes the staging tables, empty. */
  void makeStaging(Connection connection) throws SQLException {
    dropStaging(connection);
    Sql.update(connection, MAKE_LOTS);
    Sql.update(connection, MAKE_CHANGES);
  }

  void dropStaging(Connection connection) throws SQLException {
    Sql.update(connection, DROP);
  }

  /** How many rows are staged. */
  long staged(Connection connection) throws SQLException {
    return Sql.first(connection, STAGED, row -> row.bigint("staged")).orElseThrow();
  }

  void stage(Connection connection, List<LotRow> rows) throws SQLException {
    Sql.update(
        connection,
        STAGE,
        array(connection, "int8", rows, LotRow::line),
        array(connection, "int2", rows, row -> Slot.of(row.asset())),
        array(connection, "text", rows, row -> row.asset().text()),
        array(connection, "text", rows, LotRow::name),
        array(connection, "text", rows, row -> row.category().orElse(null)),
        array(connection, "int8", rows, row -> row.price().map(Money::amount).orElse(null)),
        array(connection, "text", rows, row -> row.price().map(Money::currency).orElse(null)),
        array(connection, "text", rows, row -> row.holdFor().map(Duration::toString).orElse(null)),
        array(connection, "text", rows, LotRow::attributes),
        says(connection, rows, LotDetail.CATEGORY),
        says(connection, rows, LotDetail.PRICE),
        says(connection, rows, LotDetail.HOLD_FOR),
        says(connection, rows, LotDetail.ATTRIBUTES));
  }

  /** Without it the statements below would be planned for a table of unknown size. */
  void analyze(Connection connection) throws SQLException {
    Sql.update(connection, ANALYZE);
  }

  Instant now(Connection connection) throws SQLException {
    return Sql.first(connection, NOW, row -> row.instant("now")).orElseThrow();
  }

  /** Rows whose lot stands in the file before. */
  List<BadRow> repeated(Connection connection, int limit) throws SQLException {
    return Sql.list(
        connection,
        REPEATED,
        row ->
            BadRow.of(
                row.bigint("line"),
                "asset_id",
                "stands in line " + row.bigint("first_line") + " already"),
        limit);
  }

  /** Rows whose lot is listed with other details, once for each of these. */
  List<BadRow> different(Connection connection, int limit) throws SQLException {
    return Sql.list(
        connection,
        DIFFERENT,
        row ->
            BadRow.of(
                row.bigint("line"),
                row.text("detail"),
                "differs from the asset of this id, which is listed already"),
        limit);
  }

  /** Lists the lots that are new, each with its event. Returns how many. */
  long create(Connection connection, Caller caller, Instant at) throws SQLException {
    return Sql.update(connection, CREATE, at, caller.account().text(), caller.actor());
  }

  /**
   * Locks the lots whose details differ, in the one order, and notes them: what differs only later
   * was changed after this import, and stays. Returns how many.
   */
  long lockDifferent(Connection connection) throws SQLException {
    return Sql.update(connection, LOCK_DIFFERENT);
  }

  /** Changes the lots that are locked, each with its event. Returns how many. */
  long update(Connection connection, Caller caller, Instant at) throws SQLException {
    return Sql.update(connection, UPDATE, caller.account().text(), caller.actor(), at);
  }

  /** The import that a stored answer tells of. */
  ImportId idOf(Connection connection, String json) throws SQLException {
    return Sql.first(connection, ID_OF, row -> new ImportId(row.text("id")), json).orElseThrow();
  }

  private static Array says(Connection connection, List<LotRow> rows, LotDetail detail)
      throws SQLException {
    return array(connection, "bool", rows, row -> row.said().contains(detail));
  }

  private static Array array(
      Connection connection, String type, List<LotRow> rows, Function<LotRow, @Nullable Object> of)
      throws SQLException {
    return connection.createArrayOf(type, rows.stream().map(of).toArray());
  }
}
