package dev.satu.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** The one PostgreSQL that all test classes of a JVM share: its address and who logs in. */
record PostgresServer(String url, String user, String password) {

  /** Starts the server, or finds the named one, when first asked; afterwards the same one. */
  static PostgresServer shared() {
    return Shared.SERVER;
  }

  private static final class Shared {
    static final PostgresServer SERVER = named(System.getenv("SATU_TEST_DB_URL"));

    private static PostgresServer named(@Nullable String url) {
      return url == null || url.isBlank() ? embedded() : external(url);
    }
  }

  private static PostgresServer external(String url) {
    Properties login = new Properties();
    login.setProperty("user", environment("SATU_TEST_DB_USER", System.getProperty("user.name")));
    login.setProperty("password", environment("SATU_TEST_DB_PASSWORD", ""));
    Properties named = Driver.parseURL(url, login);
    if (named == null) {
      throw new IllegalArgumentException(
          "SATU_TEST_DB_URL is no PostgreSQL address (jdbc:postgresql://host:port/database)");
    }
    return new PostgresServer(url, named.getProperty("user"), named.getProperty("password"));
  }

  private static PostgresServer embedded() {
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setDataDirectory(dataDirectory())
              .setServerConfig("max_connections", "400")
              .setPGStartupWait(Duration.ofSeconds(60))
              .start();
      String url = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
      return new PostgresServer(url, "postgres", "");
    } catch (IOException failure) {
      throw new UncheckedIOException("the embedded PostgreSQL does not start", failure);
    }
  }

  // Below the folder in which the library looks for data directories of killed JVMs, stops their
  // servers and deletes them; its default, a folder beside it, would be left behind for good.
  private static Path dataDirectory() {
    return Path.of(
        System.getProperty("java.io.tmpdir"), "embedded-pg", "satu-" + UUID.randomUUID());
  }

  private static String environment(String name, String otherwise) {
    return Objects.requireNonNullElse(System.getenv(name), otherwise);
  }

  /** The {@code options} that the address itself asks for; empty when it asks for none. */
  String options() {
    Properties named = Driver.parseURL(url, null);
    return named == null ? "" : named.getProperty(PGProperty.OPTIONS.getName(), "");
  }
}
