package dev.satu.server.serve;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Looks at the database before anything is started on it, and refuses one on which Satu's promises
 * would not hold: not durable, too old, a standby, too few connections.
 */
final class DatabaseCheck {
  /** Beside the pool: the one that migrates, the one of readiness, one to spare for a person. */
  static final int BESIDE_POOL = 3;

  private static final int OLDEST = 15;
  private static final String SECONDS_TO_CONNECT = "5";
  private static final String SECONDS_TO_ANSWER = "10";

  private static final String READ =
      """
      SELECT current_setting('server_version') AS version,
             current_setting('server_version_num')::integer / 10000 AS major,
             current_setting('fsync') AS fsync,
             current_setting('full_page_writes') AS full_page_writes,
             current_setting('server_encoding') AS encoding,
             pg_is_in_recovery() AS standby,
             current_setting('transaction_read_only') AS read_only,
             current_setting('max_connections')::integer
                 - current_setting('superuser_reserved_connections')::integer AS connections
      """;

  private DatabaseCheck() {}

  /** What is wrong with the database of these settings; nothing if it is right. */
  static List<String> faults(ServeSettings settings) {
    Properties login = new Properties();
    login.setProperty("user", settings.text(Setting.DB_USER));
    login.setProperty("password", settings.text(Setting.DB_PASSWORD));
    login.setProperty("connectTimeout", SECONDS_TO_CONNECT);
    login.setProperty("loginTimeout", SECONDS_TO_CONNECT);
    login.setProperty("socketTimeout", SECONDS_TO_ANSWER);
    login.setProperty("ApplicationName", "satu-check");
    String url = settings.text(Setting.DB_URL);
    try (Connection connection = DriverManager.getConnection(url, login)) {
      return faults(connection, settings.number(Setting.DB_POOL));
    } catch (SQLException unreachable) {
      return List.of(
          "The database at "
              + withoutParameters(url)
              + " cannot be used: "
              + unreachable.getMessage());
    }
  }

  /**
   * What is wrong with the database behind the connection.
   *
   * @param pool how many connections the service wants to have of it
   */
  static List<String> faults(Connection connection, int pool) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(READ)) {
      row.next();
      return faults(
          new Facts(
              row.getString("version"),
              row.getInt("major"),
              row.getString("fsync"),
              row.getString("full_page_writes"),
              row.getString("encoding"),
              row.getBoolean("standby"),
              row.getString("read_only"),
              row.getInt("connections")),
          pool);
    }
  }

  /** What a database says of itself. */
  record Facts(
      String version,
      int major,
      String fsync,
      String fullPageWrites,
      String encoding,
      boolean standby,
      String readOnly,
      int connections) {}

  static List<String> faults(Facts facts, int pool) {
    List<String> faults = new ArrayList<>();
    if (facts.major() < OLDEST) {
      faults.add("PostgreSQL is " + facts.version() + ", but must be 15 or newer.");
    }
    if (!facts.fsync().equals("on")) {
      faults.add("fsync is off: a crash would take back what was answered. Set fsync = on.");
    }
    if (!facts.fullPageWrites().equals("on")) {
      faults.add(
          "full_page_writes is off: a crash could tear pages of what was answered."
              + " Set full_page_writes = on.");
    }
    if (!facts.encoding().equals("UTF8")) {
      faults.add("The database's encoding is " + facts.encoding() + ", but names need UTF8.");
    }
    if (facts.standby()) {
      faults.add(
          "The database is a standby. Name the primary, or all hosts with"
              + " targetServerType=primary.");
    } else if (facts.readOnly().equals("on")) {
      faults.add("The login may only read: default_transaction_read_only is on.");
    }
    if (facts.connections() < pool + BESIDE_POOL) {
      faults.add(
          "SATU_DB_POOL is "
              + pool
              + " and "
              + BESIDE_POOL
              + " more are needed, but the database gives "
              + facts.connections()
              + " connections in all. Lower the pool or raise max_connections.");
    }
    return faults;
  }

  private static String withoutParameters(String url) {
    int question = url.indexOf('?');
    return question < 0 ? url : url.substring(0, question);
  }
}
