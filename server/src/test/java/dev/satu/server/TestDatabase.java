package dev.satu.server;

import dev.satu.server.embedded.CannotStartException;
import dev.satu.server.embedded.DataDirectory;
import dev.satu.server.embedded.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL of its own for the tests of the service, started before it and wiped after it. */
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {
  /** The operator key of the service under test. */
  public static final String OPERATOR_KEY = "satu_0123456789abcdefghjkmnpqrstvwxyz";

  private @Nullable DataDirectory directory;
  private @Nullable EmbeddedDatabase database;

  @Override
  public Map<String, String> start() {
    try {
      DataDirectory directory = DataDirectory.open(Files.createTempDirectory("satu-server-test"));
      this.directory = directory;
      EmbeddedDatabase database = EmbeddedDatabase.start(directory);
      this.database = database;
      return Map.of(
          "quarkus.datasource.jdbc.url",
          database.jdbcUrl(),
          "quarkus.datasource.username",
          EmbeddedDatabase.USER,
          "quarkus.datasource.password",
          EmbeddedDatabase.USER,
          "quarkus.http.test-port",
          "0",
          "satu.operator-key",
          OPERATOR_KEY,
          // The janitor sleeps: a test decides when something is swept.
          "satu.sweep.every",
          "PT1H");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (CannotStartException failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Override
  public void stop() {
    try {
      if (database != null) {
        database.close();
      }
      if (directory != null) {
        directory.wipe();
        directory.close();
        for (String left : List.of("lock", "satu-demo", ".")) {
          Files.delete(directory.file(left).normalize());
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (CannotStartException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
