package dev.satu;

import dev.satu.testkit.Sql;
import dev.satu.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;

/** The server processes behind a test's connections, and how to end them from outside. */
public final class Backends {
  private static final String WAITING =
      """
      SELECT pid FROM pg_stat_activity
       WHERE application_name = ? AND datname = current_database() AND wait_event_type = 'Lock'
      """;

  private Backends() {}

  /** The process that serves this connection. */
  public static long of(Connection connection) throws SQLException {
    return Sql.queryLong(connection, "SELECT pg_backend_pid()");
  }

  /** Ends the one process that waits for a lock, as an operator or a crash would. */
  public static void terminateTheOneThatWaits(TestDatabase database) {
    terminate(database, database.queryLong(WAITING, database.schema()));
  }

  /** Cancels the statement of the one process that waits for a lock. */
  public static void cancelTheOneThatWaits(TestDatabase database) {
    database.queryText(
        "SELECT pg_cancel_backend(?::int)", database.queryLong(WAITING, database.schema()));
  }

  /** Ends a process and waits until it is gone, and its locks with it. */
  public static void terminate(TestDatabase database, long pid) {
    if (!database.queryText("SELECT pg_terminate_backend(?::int, 5000)", pid).equals("t")) {
      throw new AssertionError("backend " + pid + " did not end");
    }
  }
}
