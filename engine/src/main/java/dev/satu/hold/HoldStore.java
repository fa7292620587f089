package dev.satu.hold;

import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Money;
import dev.satu.value.PaymentId;
import dev.satu.value.ReservationId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code reservation}. They change only under their asset's lock. */
public final class HoldStore {
  private static final String LOCATE =
      """
      SELECT asset_id, account_id, buyer_id FROM reservation WHERE slot = ? AND id = ?
      """;

  private static final String STATE =
      """
      SELECT r.id, r.asset_id, r.account_id, r.buyer_id, r.status, r.created_at, r.expires_at, r.extensions,
             r.price_amount, r.price_currency, extract(epoch FROM a.hold_for) AS own_seconds,
             clock_timestamp() AS now
        FROM reservation r
        JOIN asset a ON a.slot = r.slot AND a.id = r.asset_id
       WHERE r.slot = ? AND r.id = ?
      """;

  private static final String READ =
      """
      SELECT r.id, r.asset_id, r.account_id, r.buyer_id, s.status, r.expires_at, r.created_at, r.ended_at,
             r.price_amount, r.price_currency, a.version,
             reservation_json(r.id, r.asset_id, r.buyer_id, s.status, r.expires_at, r.created_at, r.ended_at,
                              r.extensions, r.price_amount, r.price_currency,
                              payment_json(p), a.version, false) AS json
        FROM reservation r
        JOIN asset a ON a.slot = r.slot AND a.id = r.asset_id
        LEFT JOIN payment p ON p.slot = r.payment_slot AND p.id = r.payment_id
       CROSS JOIN LATERAL (
             SELECT reservation_status_at(r.status, r.expires_at, coalesce(?::timestamptz, clock_timestamp()))
                    AS status) s
       WHERE r.slot = ? AND r.id = ?
      """;

  private static final String END =
      """
      UPDATE reservation
         SET status = ?, ended_at = ?, ended_by = ?, end_reason = ?, payment_slot = ?, payment_id = ?
       WHERE slot = ? AND id = ? AND status = 'HELD'
      """;

  private static final String EXTEND =
      """
      UPDATE reservation
         SET expires_at = ?, extensions = extensions + 1
       WHERE slot = ? AND id = ? AND status = 'HELD' AND expires_at = ?
      """;

  private static final String FROM_ANSWER =
      """
      SELECT j ->> 'reservation_id' AS id, j ->> 'asset_id' AS asset_id, j ->> 'buyer_id' AS buyer_id,
             j ->> 'status' AS status, (j ->> 'expires_at')::timestamptz AS expires_at,
             (j ->> 'created_at')::timestamptz AS created_at, (j ->> 'ended_at')::timestamptz AS ended_at,
             (j #>> '{price,amount}')::bigint AS price_amount, j #>> '{price,currency}' AS price_currency,
             (j ->> 'version')::bigint AS version, j::text AS json
        FROM (SELECT ?::json AS o) answer, LATERAL (SELECT coalesce(o -> 'reservation', o) AS j) reservation
      """;

  /**
   * Where a reservation belongs. None of it ever changes, so it may be read before anything is
   * locked.
   */
  public record Located(AssetId asset, AccountId account, BuyerId buyer) {}

  /** A reservation and whose it is. */
  public record Owned(AccountId account, Reservation reservation) {}

  public Optional<Located> locate(Connection connection, ReservationId id) throws SQLException {
    return Sql.first(
        connection,
        LOCATE,
        row ->
            new Located(
                new AssetId(row.text("asset_id")),
                new AccountId(row.text("account_id")),
                new BuyerId(row.text("buyer_id"))),
        id.slot(),
        id.text());
  }

  /**
   * What a decision rests on, with the clock. To be read in a new statement, after the asset was
   * locked. Empty if the reservation was purged while that lock was waited for: only one that ended
   * long ago and that no sale rests on.
   */
  public Optional<HoldState> state(Connection connection, ReservationId id) throws SQLException {
    return Sql.first(connection, STATE, HoldStore::state, id.slot(), id.text());
  }

  /**
   * The reservation as it is shown.
   *
   * @param at the instant at which its expiry is judged; {@code null}: now
   */
  public Optional<Owned> read(Connection connection, ReservationId id, @Nullable Instant at)
      throws SQLException {
    return Sql.first(
        connection,
        READ,
        row -> new Owned(new AccountId(row.text("account_id")), reservation(row)),
        at,
        id.slot(),
        id.text());
  }

  /** How a hold ends. */
  public record End(
      ReservationStatus status,
      Instant at,
      String by,
      @Nullable String reason,
      @Nullable PaymentId payment) {}

  /** Ends a hold. Returns the rows changed: 0 if it had ended before. */
  public int end(Connection connection, ReservationId id, End end) throws SQLException {
    PaymentId payment = end.payment();
    return Sql.update(
        connection,
        END,
        end.status().name(),
        end.at(),
        end.by(),
        end.reason(),
        payment == null ? null : payment.slot(),
        payment == null ? null : payment.text(),
        id.slot(),
        id.text());
  }

  /**
   * Prolongs a hold. Returns the rows changed: 0 unless it is held and expires when the caller
   * says.
   */
  public int extend(Connection connection, ReservationId id, Instant expired, Instant expires)
      throws SQLException {
    return Sql.update(connection, EXTEND, expires, id.slot(), id.text(), expired);
  }

  /** The reservation that a stored answer is, or has as its member {@code reservation}. */
  public Reservation fromAnswer(Connection connection, String json) throws SQLException {
    return Sql.first(connection, FROM_ANSWER, HoldStore::reservation, json).orElseThrow();
  }

  private static Reservation reservation(Row row) throws SQLException {
    return new Reservation(
        new ReservationId(row.text("id")),
        new AssetId(row.text("asset_id")),
        new BuyerId(row.text("buyer_id")),
        ReservationStatus.valueOf(row.text("status")),
        row.instant("expires_at"),
        row.instant("created_at"),
        row.instantIfAny("ended_at"),
        price(row),
        row.bigint("version"),
        row.text("json"));
  }

  private static HoldState state(Row row) throws SQLException {
    return new HoldState(
        new ReservationId(row.text("id")),
        new AssetId(row.text("asset_id")),
        new AccountId(row.text("account_id")),
        new BuyerId(row.text("buyer_id")),
        ReservationStatus.valueOf(row.text("status")),
        row.instant("created_at"),
        row.instant("expires_at"),
        row.integer("extensions"),
        price(row),
        row.secondsIfAny("own_seconds"),
        row.instant("now"));
  }

  private static Optional<Money> price(Row row) throws SQLException {
    return row.moneyIfAny("price_amount", "price_currency");
  }
}
