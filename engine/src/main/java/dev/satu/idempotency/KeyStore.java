package dev.satu.idempotency;

import dev.satu.database.Sql;
import dev.satu.database.SqlState;
import dev.satu.value.AccountId;
import dev.satu.value.ReservationId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code idempotency_key}. */
public final class KeyStore {
  private static final String FIND =
      """
      SELECT k.fingerprint, k.outcome, k.answer,
             reservation_status_at(r.status, r.expires_at, clock_timestamp()) AS status_now
        FROM idempotency_key k
        LEFT JOIN reservation r ON r.slot = k.reservation_slot AND r.id = k.reservation_id
       WHERE k.slot = ? AND k.account_id = ? AND k.key = ?
      """;

  private static final String INSERT =
      """
      INSERT INTO idempotency_key (slot, account_id, key, fingerprint, outcome, answer,
                                   reservation_slot, reservation_id, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING
      """;

  /** A key that was found. */
  record Found(boolean sameRequest, StoredAnswer answer) {}

  Optional<Found> find(
      Connection connection, AccountId account, IdempotencyKey key, Fingerprint fingerprint)
      throws SQLException {
    return Sql.first(
        connection,
        FIND,
        row ->
            new Found(
                new Fingerprint(row.bytes("fingerprint")).equals(fingerprint),
                new StoredAnswer(
                    row.text("outcome"), row.text("answer"), row.textIfAny("status_now"))),
        Slot.ofKey(account, key.text()),
        account.text(),
        key.text());
  }

  /**
   * Stores an answer; the last statement of a transaction, in the order of locks.
   *
   * @throws SQLException {@link SqlState#KEY_TAKEN} if the key was used meanwhile, {@link
   *     SqlState#KEY_BUSY} if another transaction is about to; the transaction must then be undone
   */
  void insert(
      Connection connection,
      AccountId account,
      IdempotencyKey key,
      Fingerprint fingerprint,
      StoredAnswer answer,
      @Nullable ReservationId about,
      Instant at)
      throws SQLException {
    int inserted;
    try {
      inserted =
          Sql.update(
              connection,
              INSERT,
              Slot.ofKey(account, key.text()),
              account.text(),
              key.text(),
              fingerprint.bytes(),
              answer.outcome(),
              answer.json(),
              about == null ? null : about.slot(),
              about == null ? null : about.text(),
              at);
    } catch (SQLException e) {
      if (SqlState.of(e) == SqlState.LOCK_TIMEOUT) {
        throw new SQLException("the idempotency key is in use", SqlState.KEY_BUSY_CODE, e);
      }
      throw e;
    }
    if (inserted == 0) {
      throw new SQLException("the idempotency key was used meanwhile", SqlState.KEY_TAKEN_CODE);
    }
  }
}
