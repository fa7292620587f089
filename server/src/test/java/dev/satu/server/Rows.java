package dev.satu.server;

import dev.satu.testkit.Invariants;
import dev.satu.testkit.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/** The rows behind the service under test, beside its pool: for moving time and for counting. */
public final class Rows {
  private static final String MOVE =
      """
      WITH moved AS (
          SELECT slot, id, asset_id,
                 date_trunc('microseconds', clock_timestamp() + ?::interval) - expires_at AS shift
            FROM reservation WHERE id = ?
      ), kept AS (
          UPDATE reservation r SET expires_at = r.expires_at + m.shift, created_at = r.created_at + m.shift
            FROM moved m WHERE r.slot = m.slot AND r.id = m.id
      ), told AS (
          UPDATE event e SET at = e.at + m.shift, expires_at = e.expires_at + m.shift
            FROM moved m WHERE e.slot = m.slot AND e.item_kind = 'asset' AND e.item_id = m.asset_id
      )
      UPDATE asset a SET hold_expires_at = a.hold_expires_at + m.shift
        FROM moved m WHERE a.slot = m.slot AND a.reservation_id = m.id AND a.status = 'HELD'
      """;

  private Rows() {}

  /** A connection to the database of the service, with none of the pool's settings. */
  public static Connection connect() throws SQLException {
    return connect(url());
  }

  /** A connection to another database of the same server. */
  public static Connection connectTo(String database) throws SQLException {
    return connect(url().replaceFirst("/[^/?]+(\\?.*)?$", "/" + database));
  }

  private static Connection connect(String url) throws SQLException {
    var config = ConfigProvider.getConfig();
    return DriverManager.getConnection(
        url,
        config.getValue("quarkus.datasource.username", String.class),
        config.getValue("quarkus.datasource.password", String.class));
  }

  private static String url() {
    return ConfigProvider.getConfig().getValue("quarkus.datasource.jdbc.url", String.class);
  }

  /** Runs one statement and returns its update count. */
  public static int execute(String sql, @Nullable Object... args) throws SQLException {
    try (Connection connection = connect()) {
      return Sql.execute(connection, sql, args);
    }
  }

  /** The one number that the query answers with. */
  public static long number(String sql, @Nullable Object... args) throws SQLException {
    try (Connection connection = connect()) {
      return Sql.queryLong(connection, sql, args);
    }
  }

  /** The one text that the query answers with. */
  public static String text(String sql, @Nullable Object... args) throws SQLException {
    try (Connection connection = connect()) {
      return Sql.queryText(connection, sql, args);
    }
  }

  /**
   * Moves a hold's time, in all of its rows: it now expires that much from now, or expired that
   * long ago if negative, and began as much earlier or later.
   */
  public static void letExpireIn(String reservation, Duration fromNow) throws SQLException {
    execute(MOVE, fromNow.toString(), reservation);
  }

  /** A text per table that changes with any change of any row. */
  public static Map<String, String> fingerprints() throws SQLException {
    Map<String, String> all = new TreeMap<>();
    try (Connection connection = connect()) {
      for (var table :
          Sql.queryRows(
              connection,
              "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'")) {
        String name = String.valueOf(table.get("relname"));
        all.put(
            name,
            Sql.queryText(
                connection,
                "SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '\n' ORDER BY t::text)), '')"
                    + " FROM \""
                    + name
                    + "\" t"));
      }
    }
    return all;
  }

  /** Looks for broken invariants in all that is committed. */
  public static void assertInvariants() throws SQLException {
    try (Connection connection = connect()) {
      Invariants.load("/dev/satu/invariants.sql").assertHold(connection);
    }
  }
}
