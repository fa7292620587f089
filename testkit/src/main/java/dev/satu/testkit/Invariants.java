package dev.satu.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of the data at every moment, as queries that find what breaks it.
 *
 * <p>They are written in a SQL file. Each query stands below its sentence, and must return no rows:
 *
 * <pre>{@code
 * -- invariant: an asset is held by at most one open hold
 * SELECT asset_id FROM hold WHERE status = 'open' GROUP BY asset_id HAVING count(*) > 1;
 * }</pre>
 *
 * <p>An immutable value.
 */
public record Invariants(List<Invariant> all) {
  private static final String MARK = "-- invariant:";
  private static final int ROWS_SHOWN = 5;

  public Invariants {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("no invariants: each begins with a line " + MARK);
    }
  }

  /** One sentence and the query for the rows that break it. */
  public record Invariant(String sentence, String query) {
    public Invariant {
      if (sentence.isBlank() || query.isBlank()) {
        throw new IllegalArgumentException(
            "an invariant needs a sentence and a query: '" + sentence + "', '" + query + "'");
      }
      // The driver would run both and show the rows of the first: a misspelt mark would silence
      // one.
      if (query.contains(";")) {
        throw new IllegalArgumentException("more than one query below '" + sentence + "'");
      }
    }
  }

  /**
   * Reads a classpath resource.
   *
   * @param resource absolute, such as {@code /dev/satu/invariants.sql}
   * @throws IllegalArgumentException when it does not exist, holds no invariant, or does not hold
   *     exactly one query below each sentence
   */
  public static Invariants load(String resource) {
    try (InputStream in = opened(resource.replaceFirst("^/", ""))) {
      if (in == null) {
        throw new IllegalArgumentException("no such resource on the classpath: " + resource);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  // The thread's class loader comes first: under Quarkus it is the one that sees the application.
  private static @Nullable InputStream opened(String path) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    InputStream in = loader == null ? null : loader.getResourceAsStream(path);
    return in != null ? in : Invariants.class.getClassLoader().getResourceAsStream(path);
  }

  /** Reads the text of such a file. */
  public static Invariants parse(String sql) {
    String[] parts = ("\n" + sql).split("\n" + MARK, -1);
    if (!withoutComments(parts[0]).isBlank()) {
      throw new IllegalArgumentException("SQL that belongs to no invariant: " + parts[0].strip());
    }
    List<Invariant> all = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      String[] sentenceAndQuery = parts[i].split("\n", 2);
      String query = sentenceAndQuery.length == 2 ? withoutComments(sentenceAndQuery[1]) : "";
      all.add(new Invariant(sentenceAndQuery[0].strip(), query.strip().replaceFirst(";$", "")));
    }
    return new Invariants(all);
  }

  private static String withoutComments(String sql) {
    return sql.lines()
        .filter(line -> !line.stripLeading().startsWith("--"))
        .collect(Collectors.joining("\n"));
  }

  /**
   * Looks for broken invariants in all that is committed, as one snapshot.
   *
   * @throws AssertionError with the sentence and the first rows of each that is broken
   */
  public void assertHold(TestDatabase db) {
    try (Connection connection = db.connect()) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      assertHold(connection);
      connection.rollback();
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  /**
   * Looks for broken invariants in what the connection sees, in its transaction if it is in one.
   *
   * @throws AssertionError with the sentence and the first rows of each that is broken
   */
  public void assertHold(Connection connection) throws SQLException {
    List<String> broken = new ArrayList<>();
    for (Invariant invariant : all) {
      List<Map<String, @Nullable Object>> rows = breaches(connection, invariant);
      if (!rows.isEmpty()) {
        broken.add(described(invariant, rows));
      }
    }
    if (!broken.isEmpty()) {
      throw new AssertionError(
          "%d of %d invariants are broken\n%s"
              .formatted(broken.size(), all.size(), String.join("\n", broken)));
    }
  }

  private static List<Map<String, @Nullable Object>> breaches(
      Connection connection, Invariant invariant) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(invariant.query())) {
      statement.setMaxRows(ROWS_SHOWN + 1);
      try (ResultSet rows = statement.executeQuery()) {
        return Sql.rowsOf(rows);
      }
    } catch (SQLException failure) {
      throw new SQLException(
          "the invariant cannot be asked for: %s (%s)"
              .formatted(invariant.sentence(), failure.getMessage()),
          failure.getSQLState(),
          failure);
    }
  }

  private static String described(Invariant invariant, List<Map<String, @Nullable Object>> rows) {
    return rows.stream()
        .limit(ROWS_SHOWN)
        .map(row -> "\n    " + row)
        .collect(
            Collectors.joining(
                "", "  " + invariant.sentence(), rows.size() > ROWS_SHOWN ? "\n    …" : ""));
  }
}
