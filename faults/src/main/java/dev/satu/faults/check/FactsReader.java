package dev.satu.faults.check;

import dev.satu.testkit.Invariants;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The queries behind {@link Facts}. */
final class FactsReader {
  private static final Invariants INVARIANTS = Invariants.load("/dev/satu/invariants.sql");
  private static final int ROWS_AT_A_TIME = 5_000;

  private static final String NOW = "SELECT clock_timestamp() AS now";

  private static final String ASSETS =
      """
      SELECT id, status, hold_expires_at, reservation_id, version FROM asset ORDER BY id
      """;

  private static final String RESERVATIONS =
      """
      SELECT id, asset_id, account_id, buyer_id, status, created_at, expires_at, ended_at, payment_id
        FROM reservation ORDER BY asset_id, created_at, id
      """;

  private static final String PAYMENTS =
      """
      SELECT id, gateway, payment_ref, state, reason, reservation_id, amount, currency, recorded_at
        FROM payment ORDER BY recorded_at, id
      """;

  private static final String EVENTS =
      """
      SELECT id, item_kind, item_id, version, kind, actor, buyer_id, reservation_id, payment_id, expires_at, reason, at
        FROM event ORDER BY item_kind, item_id, version, id
      """;

  private static final String KEYS =
      """
      SELECT account_id, key, outcome, answer, reservation_id, created_at FROM idempotency_key ORDER BY account_id, key
      """;

  private final Connection connection;

  FactsReader(Connection connection) {
    this.connection = connection;
  }

  private interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  Facts read() throws SQLException {
    int isolation = connection.getTransactionIsolation();
    connection.setAutoCommit(false);
    try {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      List<String> broken = brokenInvariants();
      return new Facts(
          all(NOW, row -> instant(row, "now")).getFirst(),
          all(ASSETS, FactsReader::asset),
          all(RESERVATIONS, FactsReader::reservation),
          all(PAYMENTS, FactsReader::payment),
          all(EVENTS, FactsReader::event),
          all(KEYS, FactsReader::key),
          broken);
    } finally {
      connection.rollback();
      connection.setTransactionIsolation(isolation);
      connection.setAutoCommit(true);
    }
  }

  private List<String> brokenInvariants() throws SQLException {
    try {
      INVARIANTS.assertHold(connection);
      return List.of();
    } catch (AssertionError broken) {
      return List.of(String.valueOf(broken.getMessage()));
    }
  }

  private <T> List<T> all(String query, Reading<T> reading) throws SQLException {
    List<T> all = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setFetchSize(ROWS_AT_A_TIME);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(reading.of(rows));
        }
      }
    }
    return all;
  }

  private static AssetRow asset(ResultSet row) throws SQLException {
    return new AssetRow(
        row.getString("id"),
        row.getString("status"),
        instantIfAny(row, "hold_expires_at"),
        row.getString("reservation_id"),
        row.getLong("version"));
  }

  private static ReservationRow reservation(ResultSet row) throws SQLException {
    return new ReservationRow(
        row.getString("id"),
        row.getString("asset_id"),
        row.getString("account_id"),
        row.getString("buyer_id"),
        row.getString("status"),
        instant(row, "created_at"),
        instant(row, "expires_at"),
        instantIfAny(row, "ended_at"),
        row.getString("payment_id"));
  }

  private static PaymentRow payment(ResultSet row) throws SQLException {
    return new PaymentRow(
        row.getString("id"),
        row.getString("gateway"),
        row.getString("payment_ref"),
        row.getString("state"),
        row.getString("reason"),
        row.getString("reservation_id"),
        row.getObject("amount", Long.class),
        row.getString("currency"),
        instant(row, "recorded_at"));
  }

  private static EventRow event(ResultSet row) throws SQLException {
    return new EventRow(
        row.getLong("id"),
        row.getString("item_kind"),
        row.getString("item_id"),
        row.getLong("version"),
        row.getString("kind"),
        row.getString("actor"),
        row.getString("buyer_id"),
        row.getString("reservation_id"),
        row.getString("payment_id"),
        instantIfAny(row, "expires_at"),
        row.getString("reason"),
        instant(row, "at"));
  }

  private static KeyRow key(ResultSet row) throws SQLException {
    return new KeyRow(
        row.getString("account_id"),
        row.getString("key"),
        row.getString("outcome"),
        row.getString("answer"),
        row.getString("reservation_id"),
        instant(row, "created_at"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static @Nullable Instant instantIfAny(ResultSet row, String column) throws SQLException {
    @Nullable OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }
}
