package dev.satu.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A schema of its own on a real PostgreSQL, for the life of one test class:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final TestDatabase db = TestDatabase.migratedFrom("classpath:dev/satu/migration");
 * }</pre>
 *
 * <p>The server is started once per JVM, embedded, on a free port, without fsync, and its data go
 * when the JVM ends. {@code SATU_TEST_DB_URL} (with {@code SATU_TEST_DB_USER} and {@code
 * SATU_TEST_DB_PASSWORD}) names another one instead. The schema gets a random name, is migrated by
 * Flyway, shared with {@code @Nested} classes, and dropped after the last of them.
 *
 * <p>Every connection has the schema as its only search path and as its application name, the time
 * zone {@code Pacific/Chatham} (so that nothing passes by the luck of UTC), and the options asked
 * for. {@link #jdbcUrl()} carries all of that but the zone, which the driver takes from its JVM.
 *
 * <p>Thread-safe. The one-line conveniences borrow a pooled connection in auto-commit mode and
 * throw {@link UncheckedSqlException}. Before the first and after the last test everything throws
 * {@link IllegalStateException}.
 */
public final class TestDatabase implements BeforeAllCallback, AfterAllCallback {
  private static final int POOL_SIZE = 40;
  private static final Duration LOCK_WAIT_BOUND = Duration.ofSeconds(20);

  private final List<String> migrations;
  private final String options;
  private final int poolSize;
  private final Object lock = new Object();
  private @Nullable OpenSchema open;
  private int users;

  private TestDatabase(List<String> migrations, String options, int poolSize) {
    this.migrations = migrations;
    this.options = options;
    this.poolSize = poolSize;
  }

  /** A database migrated from Flyway locations, such as {@code classpath:dev/satu/migration}. */
  public static TestDatabase migratedFrom(String... locations) {
    return new TestDatabase(List.of(locations), "", POOL_SIZE);
  }

  /** A database whose schema is empty. */
  public static TestDatabase empty() {
    return new TestDatabase(List.of(), "", POOL_SIZE);
  }

  /** The same with these server settings on each connection: {@code "-c lock_timeout=2000"}. */
  public TestDatabase withOptions(String serverOptions) {
    return new TestDatabase(migrations, serverOptions, poolSize);
  }

  /** The same with a pool of at most this many connections; otherwise 40. */
  public TestDatabase withPoolSize(int size) {
    return new TestDatabase(migrations, options, size);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start(context.getRequiredTestClass().getSimpleName());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
  }

  /**
   * Opens the schema, without JUnit. Each start wants one {@link #stop()}, also when it fails; only
   * the first start makes a schema and only the last stop drops it.
   *
   * @param owner what the schema is for: the beginning of its name
   */
  public void start(String owner) {
    synchronized (lock) {
      users++;
      if (open == null) {
        try {
          open = OpenSchema.create(owner, migrations, options, poolSize);
        } catch (SQLException failure) {
          throw new UncheckedSqlException(failure);
        }
      }
    }
  }

  /** Takes back one {@link #start(String)}. */
  public void stop() {
    synchronized (lock) {
      users--;
      OpenSchema last = open;
      if (users == 0 && last != null) {
        open = null;
        asking(() -> {
          last.drop();
          return true;
        });
      }
    }
  }

  /** The pool; it waits five seconds for a free connection before it gives up. */
  public DataSource dataSource() {
    return open().dataSource();
  }

  /** A new connection beside the pool, with the same settings; the caller closes it. */
  public Connection connect() throws SQLException {
    return open().connect();
  }

  /** The address with schema, application name and options in it: for another pool or process. */
  public String jdbcUrl() {
    return open().url();
  }

  public String user() {
    return open().user();
  }

  /** The password; empty for the embedded server, which asks for none. */
  public String password() {
    return open().password();
  }

  /** The name of the schema, which is also the application name of its connections. */
  public String schema() {
    return open().name();
  }

  /** As {@link Sql#execute}, on its own connection. */
  public int execute(String sql, @Nullable Object... args) {
    return connected(connection -> Sql.execute(connection, sql, args));
  }

  /** As {@link Sql#queryLong}, on its own connection. */
  public long queryLong(String sql, @Nullable Object... args) {
    return connected(connection -> Sql.queryLong(connection, sql, args));
  }

  /** As {@link Sql#queryText}, on its own connection. */
  public String queryText(String sql, @Nullable Object... args) {
    return connected(connection -> Sql.queryText(connection, sql, args));
  }

  /** As {@link Sql#queryRows}, on its own connection. */
  public List<Map<String, @Nullable Object>> queryRows(String sql, @Nullable Object... args) {
    return connected(connection -> Sql.queryRows(connection, sql, args));
  }

  /**
   * Empties all tables of the schema and restarts their identities, but spares Flyway's history and
   * the tables named. Refused (SQLSTATE 0A000) when a spared table refers to an emptied one.
   */
  public void emptyTables(String... spared) {
    String tables =
        queryRows(
                """
                SELECT quote_ident(relname) AS name
                  FROM pg_class
                 WHERE relnamespace = current_schema()::regnamespace
                   AND relkind IN ('r', 'p') AND NOT relispartition
                   AND relname <> 'flyway_schema_history' AND relname <> ALL (?::text[])
                """,
                "{" + String.join(",", spared) + "}")
            .stream()
            .map(row -> String.valueOf(row.get("name")))
            .collect(Collectors.joining(", "));
    if (!tables.isEmpty()) {
      execute("TRUNCATE " + tables + " RESTART IDENTITY");
    }
  }

  /**
   * Waits until at least this many connections of the schema wait for a lock, whoever opened them;
   * throws {@link AssertionError} after twenty seconds.
   */
  public void awaitBlockedBackends(int count) {
    asking(() -> {
      try (Connection onlooker = connectBeside()) {
        Waits.until(
            count + " backends of " + schema() + " wait for a lock",
            LOCK_WAIT_BOUND,
            () -> LockWaits.blockedBackends(onlooker, schema()) >= count);
      }
      return true;
    });
  }

  Connection connectBeside() throws SQLException {
    return open().connectBeside();
  }

  private OpenSchema open() {
    synchronized (lock) {
      if (open == null) {
        throw new IllegalStateException(
            "the test database is open only while its test class runs: is it a static"
                + " @RegisterExtension field?");
      }
      return open;
    }
  }

  private <T> T connected(SqlFunction<T> work) {
    return asking(() -> {
      try (Connection connection = dataSource().getConnection()) {
        return work.apply(connection);
      }
    });
  }

  private static <T> T asking(SqlCall<T> call) {
    try {
      return call.call();
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  private interface SqlFunction<T> {
    T apply(Connection connection) throws SQLException;
  }

  private interface SqlCall<T> {
    T call() throws SQLException;
  }
}
