package dev.satu.server.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * The settings of the embedded PostgreSQL. What the library chooses for throw-away tests (no {@code
 * fsync}, no waiting for the log) would make the demo answer with things that a power cut takes
 * back.
 */
final class PostgresSettings {
  /** What a promise rests on, and what is therefore looked up in the running server. */
  static final Map<String, String> DURABLE =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

  /**
   * The rest. 32 connections of the pool, the engine's own and a few for people with {@code psql};
   * no socket in the file system, whose lock file would be another number to go stale.
   */
  static final Map<String, String> OTHERS =
      Map.of(
          "max_connections", "100",
          "shared_buffers", "128MB",
          "listen_addresses", "127.0.0.1",
          "unix_socket_directories", "",
          "timezone", "UTC",
          "log_timezone", "UTC");

  private PostgresSettings() {}

  /** Whether the server behind the connection works on this directory, and durably. */
  static boolean hold(Connection connection, Path dataDirectory) throws SQLException {
    if (!show(connection, "data_directory").equals(dataDirectory.toString())) {
      return false;
    }
    for (Map.Entry<String, String> setting : DURABLE.entrySet()) {
      if (!show(connection, setting.getKey()).equals(setting.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static String show(Connection connection, String setting) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW " + setting)) {
      row.next();
      return row.getString(1);
    }
  }
}
