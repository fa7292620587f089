package dev.satu.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of every connection that serves claims. They bound how long anything can wait, so
 * that no caller and no row waits for ever.
 *
 * @param lockTimeout how long a statement waits for a row that somebody else has locked
 * @param statementTimeout how long a statement may take in all
 * @param idleInTransaction how long a transaction may stay open doing nothing before the server
 *     ends it
 */
public record ConnectionSettings(
    Duration lockTimeout, Duration statementTimeout, Duration idleInTransaction) {
  /** 2 s for a lock, 5 s for a statement, 5 s idle. */
  public static final ConnectionSettings DEFAULT =
      new ConnectionSettings(Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(5));

  /** The settings in the form of the PostgreSQL connection parameter {@code options}. */
  public String options() {
    return "-c lock_timeout="
        + lockTimeout.toMillis()
        + " -c statement_timeout="
        + statementTimeout.toMillis()
        + " -c idle_in_transaction_session_timeout="
        + idleInTransaction.toMillis()
        + " -c client_connection_check_interval=1000"
        + " -c synchronous_commit=on"
        + " -c default_transaction_isolation=read\\ committed";
  }

  private static final String READ_SETTINGS =
      """
      SELECT name, setting FROM pg_settings
       WHERE name IN ('lock_timeout', 'statement_timeout', 'synchronous_commit',
                      'default_transaction_isolation', 'server_encoding')
      """;

  /**
   * Refuses a connection whose settings would break a promise.
   *
   * @throws IllegalStateException naming every setting that is wrong, and what it should be
   */
  public static void check(Connection connection) throws SQLException {
    List<String> wrong = new ArrayList<>();
    Sql.list(
        connection,
        READ_SETTINGS,
        row -> {
          String name = row.text("name");
          String value = row.text("setting");
          String fault = faultOf(name, value);
          if (!fault.isEmpty()) {
            wrong.add(name + " is " + value + ", " + fault);
          }
          return name;
        });
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(
          "the connection's settings break Satu's promises: "
              + String.join("; ", wrong)
              + ". Give the connection the options \""
              + DEFAULT.options()
              + "\"");
    }
  }

  private static String faultOf(String name, String value) {
    return switch (name) {
      case "lock_timeout", "statement_timeout" ->
          value.equals("0") ? "which is no limit: a locked row would hold its caller for ever" : "";
      case "synchronous_commit" ->
          value.equals("on") || value.equals("remote_apply")
              ? ""
              : "so an answered hold could be lost: set it on";
      case "default_transaction_isolation" ->
          value.equals("read committed") ? "" : "but every decision needs read committed";
      case "server_encoding" -> value.equals("UTF8") ? "" : "but names need UTF8";
      default -> "";
    };
  }
}
