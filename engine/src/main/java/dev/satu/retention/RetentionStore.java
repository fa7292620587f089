package dev.satu.retention;

import dev.satu.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * The statements that purge the story and buyers' rows; {@code purge_events} and {@code
 * purge_reservations} stand in a migration, with their reasons.
 */
final class RetentionStore {
  private static final String PURGE_EVENTS = "SELECT purge_events(?::interval, ?) AS purged";

  private static final String OVERDUE_EVENT =
      """
      SELECT extract(epoch FROM clock_timestamp() - e.at - ?::interval) AS seconds
        FROM event e
       WHERE e.id > (SELECT f.event_id FROM story_floor f)
       ORDER BY e.id LIMIT 1
      """;

  private static final String PURGE_RESERVATIONS = "SELECT purge_reservations(?) AS purged";

  private static final String OVERDUE_RESERVATION =
      """
      SELECT extract(epoch FROM clock_timestamp() - r.ended_at - ?::interval) AS seconds
        FROM reservation r
       WHERE r.status IN ('RELEASED', 'EXPIRED')
         AND r.ended_at >= (SELECT f.holds_gone_until FROM story_floor f)
         AND NOT EXISTS (SELECT FROM payment p WHERE p.reservation_slot = r.slot AND p.reservation_id = r.id)
       ORDER BY r.ended_at LIMIT 1
      """;

  // The clock stands in a subquery of its own: compared with clock_timestamp() itself, no index is
  // used.
  private static final String PURGE_BUYERS =
      """
      DELETE FROM buyer b
       USING (SELECT o.slot, o.account_id, o.id
                FROM buyer o
               WHERE o.made_at < (SELECT clock_timestamp()) - ?::interval
               ORDER BY o.made_at LIMIT ?
                 FOR UPDATE SKIP LOCKED) old
       WHERE b.slot = old.slot AND b.account_id = old.account_id AND b.id = old.id
      """;

  private static final String OVERDUE_BUYER =
      """
      SELECT extract(epoch FROM clock_timestamp() - min(b.made_at) - ?::interval) AS seconds FROM buyer b
      """;

  /** Passes up to {@code limit} events that are older than that; returns how many. */
  int purgeEvents(Connection connection, Duration olderThan, int limit) throws SQLException {
    return Sql.first(
            connection, PURGE_EVENTS, row -> row.integer("purged"), olderThan.toString(), limit)
        .orElseThrow();
  }

  Optional<Duration> overdueEvent(Connection connection, Duration kept) throws SQLException {
    return overdue(connection, OVERDUE_EVENT, kept);
  }

  /** Deletes up to {@code limit} reservations that ended before the floor; returns how many. */
  int purgeReservations(Connection connection, int limit) throws SQLException {
    return Sql.first(connection, PURGE_RESERVATIONS, row -> row.integer("purged"), limit)
        .orElseThrow();
  }

  Optional<Duration> overdueReservation(Connection connection, Duration kept) throws SQLException {
    return overdue(connection, OVERDUE_RESERVATION, kept);
  }

  /** Deletes up to {@code limit} buyers' rows that are older than that; returns how many. */
  int purgeBuyers(Connection connection, Duration olderThan, int limit) throws SQLException {
    return Sql.update(connection, PURGE_BUYERS, olderThan, limit);
  }

  Optional<Duration> overdueBuyer(Connection connection, Duration kept) throws SQLException {
    return overdue(connection, OVERDUE_BUYER, kept);
  }

  private static Optional<Duration> overdue(Connection connection, String sql, Duration kept)
      throws SQLException {
    return Sql.first(connection, sql, row -> row.secondsIfAny("seconds"), kept)
        .flatMap(seconds -> seconds);
  }
}
