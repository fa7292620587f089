package dev.satu.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs one statement on the connection it is given. Instants go as timestamptz in UTC, durations as
 * text for {@code ?::interval}.
 */
public final class Sql {
  private Sql() {}

  /** Reads a row into a value. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  /** Runs a statement that changes rows, and returns how many: every caller has to look at it. */
  public static int update(Connection connection, String sql, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, sql, values)) {
      int changed = statement.executeUpdate();
      refuseDoubt(connection, statement);
      return changed;
    }
  }

  /** All rows of a query, in its order. */
  public static <T> List<T> list(
      Connection connection, String sql, Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, sql, values);
        ResultSet results = statement.executeQuery()) {
      Row row = new Row(results);
      List<T> read = new ArrayList<>();
      while (results.next()) {
        read.add(reader.read(row));
      }
      refuseDoubt(connection, statement);
      return read;
    }
  }

  /** The only row of a query, or nothing. */
  public static <T> Optional<T> first(
      Connection connection, String sql, Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    List<T> rows = list(connection, sql, reader, values);
    if (rows.size() > 1) {
      throw new DatabaseFailure(rows.size() + " rows where one was expected");
    }
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(0));
  }

  /** Fails unless exactly one row was changed: used where the locks held make that certain. */
  public static void expectOne(int changedRows, String what) {
    if (changedRows != 1) {
      throw new DatabaseFailure(what + " changed " + changedRows + " rows instead of one");
    }
  }

  /**
   * A statement with autocommit ends its transaction, and no statement of ours warns by itself: a
   * warning there says that the wait for the standby was given up. Done here, perhaps not there:
   * unknown.
   */
  private static void refuseDoubt(Connection connection, PreparedStatement statement)
      throws SQLException {
    SQLWarning warning = statement.getWarnings();
    if (warning != null && !isNotice(warning) && connection.getAutoCommit()) {
      throw new SQLException("warned at its end", SqlState.UNKNOWN_END_CODE, warning);
    }
  }

  /** Class 00: a notice, a log line that somebody asked for. It says nothing about the end. */
  private static boolean isNotice(SQLWarning warning) {
    String code = warning.getSQLState();
    return code != null && code.startsWith("00");
  }

  private static PreparedStatement prepared(
      Connection connection, String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, forJdbc(values[i]));
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private static @Nullable Object forJdbc(@Nullable Object value) {
    if (value instanceof Instant instant) {
      return instant.atOffset(ZoneOffset.UTC);
    }
    if (value instanceof Duration duration) {
      return duration.toString();
    }
    return value;
  }
}
