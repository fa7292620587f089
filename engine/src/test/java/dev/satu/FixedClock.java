package dev.satu;

import dev.satu.testkit.Sql;
import dev.satu.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/**
 * A clock that stands still where the test puts it, for commands that join a connection of the
 * test's: there, a function of the test's schema hides {@code pg_catalog.clock_timestamp}. So
 * expiry can be met to the microsecond. Satu's SQL runs unchanged.
 */
public final class FixedClock {
  private final TestDatabase database;

  private FixedClock(TestDatabase database) {
    this.database = database;
  }

  /** Makes the clock in the schema; no connection goes by it until it {@link #rules} there. */
  public static FixedClock madeIn(TestDatabase database) {
    database.execute("CREATE TABLE IF NOT EXISTS fixed_clock (at timestamptz NOT NULL)");
    database.execute("DELETE FROM fixed_clock");
    database.execute("INSERT INTO fixed_clock VALUES (pg_catalog.clock_timestamp())");
    replaceClock(database, "SELECT at FROM fixed_clock");
    return new FixedClock(database);
  }

  /** The clock of the guard's absence: the beginning of the transaction, as {@code now()} says. */
  public static FixedClock ofTransactionStartIn(TestDatabase database) {
    replaceClock(database, "SELECT pg_catalog.now()");
    return new FixedClock(database);
  }

  private static void replaceClock(TestDatabase database, String body) {
    database.execute(
        "CREATE OR REPLACE FUNCTION "
            + database.schema()
            + ".clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS '"
            + body
            + "'");
  }

  /** Sets the clock; seen at once, by a command that waits too. */
  public void set(Instant at) {
    database.execute("UPDATE fixed_clock SET at = ?", at);
  }

  /** What runs on this connection from now on goes by this clock. */
  public void rules(Connection connection) throws SQLException {
    Sql.execute(connection, "SET search_path TO " + database.schema() + ", pg_catalog");
    connection.commit();
  }
}
