package dev.satu.testkit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A schema that exists, is migrated and has a pool: what a {@link TestDatabase} is while open. */
final class OpenSchema {
  // UTC+12:45 and +13:45 in turn: a time that is read or written in the session's zone by mistake
  // is off by more than any tolerance. pgjdbc sends the JVM's zone when it connects, which beats
  // "options", so the zone is set afterwards.
  static final String SET_HOSTILE_TIME_ZONE = "SET TIME ZONE 'Pacific/Chatham'";
  private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);

  private final PostgresServer server;
  private final String name;
  private final String options;
  private final HikariDataSource pool;

  private OpenSchema(PostgresServer server, String name, String options, int poolSize) {
    this.server = server;
    this.name = name;
    this.options = options;
    this.pool = pool(poolSize);
  }

  static OpenSchema create(String owner, List<String> migrations, String options, int poolSize)
      throws SQLException {
    PostgresServer server = PostgresServer.shared();
    String name = ReadableName.of(owner, new SecureRandom());
    OpenSchema schema = new OpenSchema(server, name, options, poolSize);
    try {
      schema.createAndMigrate(migrations);
      return schema;
    } catch (SQLException | RuntimeException failure) {
      try {
        schema.drop();
      } catch (SQLException alsoThis) {
        failure.addSuppressed(alsoThis);
      }
      throw failure;
    }
  }

  private void createAndMigrate(List<String> migrations) throws SQLException {
    try (Connection admin = connectBeside()) {
      Sql.execute(admin, "CREATE SCHEMA " + name);
    }
    if (!migrations.isEmpty()) {
      Flyway.configure()
          .dataSource(urlFor("satu-testkit migration", ""), server.user(), server.password())
          .initSql(SET_HOSTILE_TIME_ZONE)
          .schemas(name)
          .defaultSchema(name)
          .locations(migrations.toArray(String[]::new))
          .load()
          .migrate();
    }
  }

  /** Closes the pool, ends every backend that is still at work in the schema, and drops it. */
  void drop() throws SQLException {
    pool.close();
    try (Connection admin = connectBeside()) {
      Sql.queryRows(
          admin,
          """
          SELECT pg_terminate_backend(pid, 5000)
            FROM pg_stat_activity
           WHERE application_name = ? AND datname = current_database()
          """,
          name);
      Sql.execute(admin, "DROP SCHEMA IF EXISTS " + name + " CASCADE");
    }
  }

  String name() {
    return name;
  }

  String user() {
    return server.user();
  }

  String password() {
    return server.password();
  }

  String url() {
    return urlFor(name, options);
  }

  DataSource dataSource() {
    return pool;
  }

  Connection connect() throws SQLException {
    return connect(url());
  }

  /** A connection that does not count as one of the schema's backends: it only looks on. */
  Connection connectBeside() throws SQLException {
    return connect(urlFor("satu-testkit onlooker", ""));
  }

  private Connection connect(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url, server.user(), server.password());
    try {
      Sql.execute(connection, SET_HOSTILE_TIME_ZONE);
      return connection;
    } catch (SQLException failure) {
      connection.close();
      throw failure;
    }
  }

  private HikariDataSource pool(int size) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(url());
    config.setUsername(server.user());
    config.setPassword(server.password());
    config.setConnectionInitSql(SET_HOSTILE_TIME_ZONE);
    config.setMaximumPoolSize(size);
    // Connections open when a test needs them: most classes need two or three, not all of them.
    config.setMinimumIdle(0);
    config.setInitializationFailTimeout(-1);
    config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
    return new HikariDataSource(config);
  }

  private String urlFor(String applicationName, String extraOptions) {
    String base = server.url();
    String allOptions = (server.options() + " " + extraOptions).strip();
    return base
        + (base.contains("?") ? "&" : "?")
        + "currentSchema="
        + name
        + "&ApplicationName="
        + encoded(applicationName)
        + (allOptions.isEmpty() ? "" : "&options=" + encoded(allOptions));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
