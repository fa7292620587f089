package dev.satu.asset;

import dev.satu.database.Patience;
import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.database.SqlState;
import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import dev.satu.value.ReservationId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** The rows of {@code asset}, and the lock under which an asset and its reservations change. */
public final class AssetStore {
  /** What the database demands of attributes beyond {@link dev.satu.value.Attributes}. */
  public static final String ATTRIBUTES_RULE =
      "must be a JSON object without the character U+0000, its numbers in range";

  /** Of an asset {@code a} at the instant {@code c.t}. */
  static final String SHOWN =
      """
      SELECT a.id, a.name, a.category, asset_status_at(a.status, a.hold_expires_at, c.t) AS status,
             a.price_amount, a.price_currency, extract(epoch FROM a.hold_for) AS hold_seconds,
             a.attributes::text AS attributes, a.created_at, a.version, asset_json(a, c.t) AS json
      """;

  static final String COLUMNS =
      SHOWN + "  FROM asset a CROSS JOIN (SELECT clock_timestamp() AS t) c\n";

  private static final String FIND = COLUMNS + " WHERE a.slot = ? AND a.id = ?";

  private static final String INSERT =
      """
      INSERT INTO asset (slot, id, name, category, price_amount, price_currency, hold_for, attributes, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?::interval, ?::jsonb, clock_timestamp())
          ON CONFLICT DO NOTHING
      """;

  private static final String LOCK_NOW =
      """
      SELECT 1 AS locked FROM asset WHERE slot = ? AND id = ? FOR NO KEY UPDATE NOWAIT
      """;

  private static final String LOCK =
      """
      SELECT 1 AS locked FROM asset WHERE slot = ? AND id = ? FOR NO KEY UPDATE
      """;

  private static final String FREE =
      """
      UPDATE asset
         SET status = 'AVAILABLE', hold_expires_at = NULL, reservation_id = NULL, version = version + 1
       WHERE slot = ? AND id = ? AND status = 'HELD' AND reservation_id = ?
      RETURNING version
      """;

  private static final String SELL =
      """
      UPDATE asset
         SET status = 'SOLD', listed = false, hold_expires_at = NULL, version = version + 1
       WHERE slot = ? AND id = ? AND status = 'HELD' AND reservation_id = ? AND hold_expires_at >= ?
      RETURNING version
      """;

  private static final String EXTEND =
      """
      UPDATE asset
         SET hold_expires_at = ?, version = version + 1
       WHERE slot = ? AND id = ? AND status = 'HELD' AND reservation_id = ? AND hold_expires_at >= ?
      RETURNING version
      """;

  private static final String STATE =
      """
      SELECT status, hold_expires_at, reservation_id, version, clock_timestamp() AS now
        FROM asset WHERE slot = ? AND id = ?
      """;

  private static final String WITHDRAW =
      """
      UPDATE asset
         SET status = 'WITHDRAWN', listed = false, withdrawn = true, version = version + 1
       WHERE slot = ? AND id = ? AND status = 'AVAILABLE'
      RETURNING version
      """;

  private static final String RELIST =
      """
      UPDATE asset
         SET status = 'AVAILABLE', listed = true, withdrawn = false, version = version + 1
       WHERE slot = ? AND id = ? AND status = 'WITHDRAWN'
      RETURNING version
      """;

  private static final String CANCEL_SALE =
      """
      UPDATE asset
         SET status = 'WITHDRAWN', withdrawn = true, reservation_id = NULL, version = version + 1
       WHERE slot = ? AND id = ? AND status = 'SOLD' AND reservation_id = ?
      RETURNING version
      """;

  private static final String CHANGE =
      """
      UPDATE asset a
         SET name = n.name, category = n.category, price_amount = n.amount, price_currency = n.currency,
             hold_for = n.hold_for, attributes = n.attributes, version = a.version + 1
        FROM (SELECT ?::text AS name, ?::text AS category, ?::bigint AS amount, ?::char(3) AS currency,
                     ?::interval AS hold_for, ?::jsonb AS attributes) n,
             (SELECT asset_details(b) AS details FROM asset b WHERE b.slot = ? AND b.id = ?) was
       WHERE a.slot = ? AND a.id = ? AND a.version = ?
         AND (a.name, a.category, a.price_amount, a.price_currency, a.hold_for, a.attributes)
             IS DISTINCT FROM (n.name, n.category, n.amount, n.currency, n.hold_for, n.attributes)
      RETURNING a.version, details_changed(was.details, asset_details(a))::text AS changes
      """;

  private static final String READ = COLUMNS.replace("clock_timestamp()", "?::timestamptz");

  private static final String READ_ONE = READ + " WHERE a.slot = ? AND a.id = ?";

  private static final String FROM_ANSWER =
      """
      SELECT j ->> 'asset_id' AS id, j ->> 'name' AS name, j ->> 'category' AS category, j ->> 'status' AS status,
             (j #>> '{price,amount}')::bigint AS price_amount, j #>> '{price,currency}' AS price_currency,
             extract(epoch FROM (j ->> 'hold_for')::interval) AS hold_seconds, j ->> 'attributes' AS attributes,
             (j ->> 'created_at')::timestamptz AS created_at, (j ->> 'version')::bigint AS version, j::text AS json
        FROM (SELECT ?::json AS o) answer, LATERAL (SELECT coalesce(o -> 'asset', o) AS j) asset
      """;

  public Optional<Asset> find(Connection connection, AssetId id) throws SQLException {
    return Sql.first(connection, FIND, AssetStore::asset, Slot.of(id), id.text());
  }

  /**
   * Returns the rows inserted: 0 if the id is taken.
   *
   * @throws InvalidValue if the attributes are not a JSON object that the database can keep: of all
   *     values of the command only they are checked by it alone
   */
  int insert(Connection connection, CreateCommand command) throws SQLException {
    try {
      return Sql.update(
          connection,
          INSERT,
          Slot.of(command.asset()),
          command.asset().text(),
          command.name(),
          command.category().orElse(null),
          command.price().map(Money::amount).orElse(null),
          command.price().map(Money::currency).orElse(null),
          command.holdFor().orElse(null),
          command.attributes());
    } catch (SQLException e) {
      throw refusedAttributes(e);
    }
  }

  private static SQLException refusedAttributes(SQLException e) {
    if (SqlState.refusesValue(e)) {
      throw new InvalidValue("attributes", ATTRIBUTES_RULE);
    }
    return e;
  }

  /**
   * Locks an asset, and with it all its reservations, until the transaction ends.
   *
   * @return whether there is one. If not, nothing is locked, and one that appears meanwhile must
   *     not be decided about
   * @throws SQLException 55P03 if somebody else has it and patience has ended
   */
  public boolean lock(Connection connection, AssetId id, Patience patience) throws SQLException {
    return Sql.first(
            connection,
            patience == Patience.NONE ? LOCK_NOW : LOCK,
            row -> row.integer("locked"),
            Slot.of(id),
            id.text())
        .isPresent();
  }

  /** What a decision about an asset rests on; read in a new statement, after {@link #lock}. */
  public Optional<AssetState> state(Connection connection, AssetId id) throws SQLException {
    return Sql.first(
        connection,
        STATE,
        row ->
            new AssetState(
                id,
                AssetStatus.valueOf(row.text("status")),
                row.instantIfAny("hold_expires_at"),
                row.textIfAny("reservation_id").map(ReservationId::new),
                row.bigint("version"),
                row.instant("now")),
        Slot.of(id),
        id.text());
  }

  /** The asset as it is shown at an instant. */
  public Asset read(Connection connection, AssetId id, Instant at) throws SQLException {
    return Sql.first(connection, READ_ONE, AssetStore::asset, at, Slot.of(id), id.text())
        .orElseThrow();
  }

  /** Takes an available asset off sale. Returns its new version. */
  long withdraw(Connection connection, AssetId id) throws SQLException {
    return changed(Sql.first(connection, WITHDRAW, AssetStore::version, Slot.of(id), id.text()));
  }

  /** Puts a withdrawn asset back on sale. Returns its new version. */
  long relist(Connection connection, AssetId id) throws SQLException {
    return changed(Sql.first(connection, RELIST, AssetStore::version, Slot.of(id), id.text()));
  }

  /**
   * Takes an asset back from the reservation that it is sold to; it is then withdrawn. Returns its
   * new version.
   */
  public long cancelSale(Connection connection, AssetId id, ReservationId sold)
      throws SQLException {
    return changed(
        Sql.first(
            connection, CANCEL_SALE, AssetStore::version, Slot.of(id), id.text(), sold.text()));
  }

  /**
   * What an update of details did.
   *
   * @param version the new version
   * @param changes the details that changed, as events tell them
   */
  record DetailsChanged(long version, String changes) {}

  /**
   * Gives an asset of this version these details. Nothing if it has them, or has another version.
   *
   * @throws InvalidValue as {@link #insert} does
   */
  Optional<DetailsChanged> change(Connection connection, AssetId id, long expected, AssetDetails to)
      throws SQLException {
    short slot = Slot.of(id);
    try {
      return Sql.first(
          connection,
          CHANGE,
          row -> new DetailsChanged(version(row), row.text("changes")),
          to.name(),
          to.category().orElse(null),
          to.price().map(Money::amount).orElse(null),
          to.price().map(Money::currency).orElse(null),
          to.holdFor().orElse(null),
          to.attributes(),
          slot,
          id.text(),
          slot,
          id.text(),
          expected);
    } catch (SQLException e) {
      throw refusedAttributes(e);
    }
  }

  /** Frees an asset from this reservation and from no other. Returns its new version. */
  public long free(Connection connection, AssetId id, ReservationId held) throws SQLException {
    return changed(
        Sql.first(connection, FREE, AssetStore::version, Slot.of(id), id.text(), held.text()));
  }

  /** Sells an asset to the reservation that holds it at this instant. Returns its new version. */
  public long sell(Connection connection, AssetId id, ReservationId held, Instant now)
      throws SQLException {
    return changed(
        Sql.first(connection, SELL, AssetStore::version, Slot.of(id), id.text(), held.text(), now));
  }

  /**
   * Prolongs the hold of the reservation that holds it at this instant. Returns its new version.
   */
  public long extend(
      Connection connection, AssetId id, ReservationId held, Instant now, Instant expires)
      throws SQLException {
    return changed(
        Sql.first(
            connection,
            EXTEND,
            AssetStore::version,
            expires,
            Slot.of(id),
            id.text(),
            held.text(),
            now));
  }

  private static long version(Row row) throws SQLException {
    return row.bigint("version");
  }

  private static long changed(Optional<Long> version) {
    Sql.expectOne(version.isPresent() ? 1 : 0, "the asset");
    return version.orElseThrow();
  }

  static Asset asset(Row row) throws SQLException {
    return new Asset(
        new AssetId(row.text("id")),
        row.text("name"),
        row.textIfAny("category"),
        AssetStatus.valueOf(row.text("status")),
        row.moneyIfAny("price_amount", "price_currency"),
        row.secondsIfAny("hold_seconds"),
        row.text("attributes"),
        row.instant("created_at"),
        row.bigint("version"),
        row.text("json"));
  }

  /** The asset that a stored answer tells of; its {@code json} is that answer, to the letter. */
  public Asset fromAnswer(Connection connection, String json) throws SQLException {
    return Sql.first(connection, FROM_ANSWER, AssetStore::asset, json).orElseThrow();
  }
}
