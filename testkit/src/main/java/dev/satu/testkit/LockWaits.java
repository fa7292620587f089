package dev.satu.testkit;

import java.sql.Connection;
import java.sql.SQLException;

/** What PostgreSQL says about who waits for a lock; asked on a connection that itself waits not. */
final class LockWaits {
  private LockWaits() {}

  static boolean isBlocked(Connection onlooker, int backendPid) throws SQLException {
    return Sql.queryLong(onlooker, "SELECT cardinality(pg_blocking_pids(?))", backendPid) > 0;
  }

  static long blockedBackends(Connection onlooker, String applicationName) throws SQLException {
    return Sql.queryLong(
        onlooker,
        """
        SELECT count(*)
          FROM pg_stat_activity
         WHERE application_name = ? AND datname = current_database()
           AND wait_event_type = 'Lock' AND cardinality(pg_blocking_pids(pid)) > 0
        """,
        applicationName);
  }
}
