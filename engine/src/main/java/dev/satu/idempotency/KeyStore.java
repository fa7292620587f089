package dev.satu.idempotency;

import dev.satu.database.Patience;
import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.database.SqlState;
import dev.satu.value.AccountId;
import dev.satu.value.ReservationId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code idempotency_key}. */
public final class KeyStore {
  private static final String FIND =
      """
      SELECT k.fingerprint, k.outcome, k.answer,
             reservation_status_at(r.status, r.expires_at, clock_timestamp()) AS status_now
        FROM (SELECT set_config('lock_timeout', coalesce(?, current_setting('lock_timeout')), true)) bound
        LEFT JOIN idempotency_key k ON k.slot = ? AND k.account_id = ? AND k.key = ?
        LEFT JOIN reservation r ON r.slot = k.reservation_slot AND r.id = k.reservation_id
      """;

  /** The lock time-out of a command without patience: a key is free again in less, or not soon. */
  private static final String LITTLE = "100ms";

  private static final String INSERT =
      """
      INSERT INTO idempotency_key (slot, account_id, key, fingerprint, outcome, answer,
                                   reservation_slot, reservation_id, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING
      """;

  // The clock stands in a subquery of its own: compared with clock_timestamp() itself, no index is
  // used.
  private static final String PURGE =
      """
      DELETE FROM idempotency_key k
       USING (SELECT o.slot, o.account_id, o.key
                FROM idempotency_key o
               WHERE o.created_at < (SELECT clock_timestamp()) - ?::interval
               ORDER BY o.created_at LIMIT ?
                 FOR UPDATE SKIP LOCKED) old
       WHERE k.slot = old.slot AND k.account_id = old.account_id AND k.key = old.key
      """;

  private static final String OVERDUE =
      """
      SELECT extract(epoch FROM clock_timestamp() - min(k.created_at) - ?::interval) AS seconds FROM idempotency_key k
      """;

  /** A key that was found. */
  record Found(boolean sameRequest, StoredAnswer answer) {}

  /**
   * Looks a key up. The same statement bounds how long the rest of the transaction waits for rows
   * that are locked only now: the payment's, and the key's own.
   */
  Optional<Found> find(
      Connection connection,
      AccountId account,
      IdempotencyKey key,
      Fingerprint fingerprint,
      Patience patience)
      throws SQLException {
    return Sql.first(
            connection,
            FIND,
            row -> found(row, fingerprint),
            patience == Patience.NONE ? LITTLE : null,
            Slot.ofKey(account, key.text()),
            account.text(),
            key.text())
        .flatMap(found -> found);
  }

  private static Optional<Found> found(Row row, Fingerprint fingerprint) throws SQLException {
    Optional<String> answer = row.textIfAny("answer");
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Found(
            new Fingerprint(row.bytes("fingerprint")).equals(fingerprint),
            new StoredAnswer(row.text("outcome"), answer.get(), row.textIfAny("status_now"))));
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

  /**
   * Deletes up to {@code limit} keys that are older than that, the oldest first; those that others
   * have locked are left.
   *
   * @return how many were deleted
   */
  public int purge(Connection connection, Duration olderThan, int limit) throws SQLException {
    return Sql.update(connection, PURGE, olderThan, limit);
  }

  /** For how long the oldest key has been older than that; negative: it is younger. */
  public Optional<Duration> overdue(Connection connection, Duration kept) throws SQLException {
    return Sql.first(connection, OVERDUE, row -> row.secondsIfAny("seconds"), kept)
        .flatMap(seconds -> seconds);
  }
}
