package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import dev.satu.testkit.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A session of somebody else, as of a person with psql, that does something and then idles. */
final class Intruder implements Fault {
  /** What it does before it idles in its transaction. */
  enum Deed {
    HOT_ROWS(
        "hot rows locked",
        "a session locks the lots that are fought over most and idles",
        """
        SELECT count(*) FROM (
          SELECT a.id FROM asset a
           WHERE a.id IN (SELECT item_id FROM (SELECT item_id FROM event ORDER BY id DESC LIMIT 300) last
                           GROUP BY item_id ORDER BY count(*) DESC LIMIT 4)
             FOR UPDATE) locked
        """),
    TABLE(
        "table locked",
        "a session locks the whole table of assets against writes and idles",
        "LOCK TABLE asset IN SHARE ROW EXCLUSIVE MODE"),
    SNAPSHOT(
        "snapshot kept",
        "a session with a transaction id and a snapshot idles: nothing can be cleaned up, and the"
            + " feed of events has to wait",
        "SELECT pg_current_xact_id()::text, count(*) FROM asset");

    private final String name;
    private final String what;
    private final String sql;

    Deed(String name, String what, String sql) {
      this.name = name;
      this.what = what;
      this.sql = sql;
    }
  }

  private final PostgresCluster postgres;
  private final Deed deed;
  private @Nullable Connection session;

  Intruder(PostgresCluster postgres, Deed deed) {
    this.postgres = postgres;
    this.deed = deed;
  }

  @Override
  public String name() {
    return deed.name;
  }

  @Override
  public String what() {
    return deed.what;
  }

  @Override
  public Part part() {
    return Part.SESSIONS;
  }

  @Override
  public Duration shortest() {
    return Duration.ofSeconds(2);
  }

  @Override
  public Duration longest() {
    return Duration.ofSeconds(9);
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    try {
      Connection connection = postgres.primary().connectToSatu();
      session = connection;
      connection.setAutoCommit(false);
      if (deed == Deed.SNAPSHOT) {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      }
      Sql.execute(connection, deed.sql);
    } catch (SQLException away) {
      throw new Missed("PostgreSQL did not answer: " + away.getMessage());
    }
  }

  @Override
  public void heal() {
    Connection connection = session;
    session = null;
    if (connection != null) {
      try (connection) {
        connection.rollback();
      } catch (SQLException lost) {
        // With its PostgreSQL, by another fault: its locks went with it.
      }
    }
  }
}
