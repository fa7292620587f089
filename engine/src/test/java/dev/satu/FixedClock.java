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

  public FixedClock(TestDatabase database) {
    this.database = database;
  }

  /** Makes the clock in the schema; a connection goes by it once it {@link #rules} there. */
  public void make() {
    database.execute("CREATE TABLE fixed_clock (at timestamptz NOT NULL)");
    database.execute("INSERT INTO fixed_clock VALUES (pg_catalog.clock_timestamp())");
    makeClock("SELECT at FROM fixed_clock");
  }

  /** Makes a clock that stands at the beginning of each transaction, as {@code now()} does. */
  public void makeItStandInEachTransaction() {
    makeClock("SELECT pg_catalog.now()");
  }

  private void makeClock(String body) {
    database.execute(
        "CREATE FUNCTION "
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
