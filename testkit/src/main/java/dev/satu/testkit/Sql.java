package dev.satu.testkit;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/**
 * One-line SQL on a connection that the caller owns: for arranging and asking in tests.
 *
 * <p>Arguments are bound to {@code ?} in order; an {@link Instant} is bound as {@code timestamptz}.
 * Nothing here begins or ends a transaction. A refusal by the server is the {@link SQLException} of
 * the driver; an answer of the wrong shape is an {@link IllegalStateException}. No state, so as
 * thread-safe as the connection.
 */
public final class Sql {
  private Sql() {}

  /** Runs one statement and returns its update count; 0 for a query and for DDL. */
  public static int execute(Connection connection, String sql, @Nullable Object... args)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, sql, args)) {
      return statement.execute() ? 0 : statement.getUpdateCount();
    }
  }

  /** Answers with the one number in the one row of the query. */
  public static long queryLong(Connection connection, String sql, @Nullable Object... args)
      throws SQLException {
    return Long.parseLong(queryText(connection, sql, args));
  }

  /** Answers with the first column of the one row of the query, which must not be null, as text. */
  public static String queryText(Connection connection, String sql, @Nullable Object... args)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, sql, args);
        ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        throw new IllegalStateException("no row, where one was expected: " + sql);
      }
      @Nullable String answer = rows.getString(1);
      if (answer == null) {
        throw new IllegalStateException("null, where a value was expected: " + sql);
      }
      if (rows.next()) {
        throw new IllegalStateException("several rows, where one was expected: " + sql);
      }
      return answer;
    }
  }

  /**
   * Answers with all rows, each from column label to value in the order of the query. A {@code
   * timestamptz} is an {@link Instant}, an array a {@link List}, and a type without a Java class
   * ({@code jsonb}, {@code interval}) its text.
   */
  public static List<Map<String, @Nullable Object>> queryRows(
      Connection connection, String sql, @Nullable Object... args) throws SQLException {
    try (PreparedStatement statement = prepared(connection, sql, args);
        ResultSet rows = statement.executeQuery()) {
      return rowsOf(rows);
    }
  }

  static List<Map<String, @Nullable Object>> rowsOf(ResultSet rows) throws SQLException {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    ResultSetMetaData columns = rows.getMetaData();
    while (rows.next()) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        boolean isInstant = columns.getColumnTypeName(column).equals("timestamptz");
        row.put(columns.getColumnLabel(column), readable(rows.getObject(column), isInstant));
      }
      all.add(row);
    }
    return all;
  }

  private static @Nullable Object readable(@Nullable Object value, boolean isInstant)
      throws SQLException {
    return switch (value) {
      case Timestamp time when isInstant -> time.toInstant();
      case Array array -> Arrays.asList((Object[]) array.getArray());
      case PGobject other -> other.getValue();
      case null, default -> value;
    };
  }

  private static PreparedStatement prepared(
      Connection connection, String sql, @Nullable Object... args) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < args.length; i++) {
        statement.setObject(i + 1, bindable(args[i]));
      }
      return statement;
    } catch (SQLException failure) {
      statement.close();
      throw failure;
    }
  }

  private static @Nullable Object bindable(@Nullable Object arg) {
    return arg instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : arg;
  }
}
