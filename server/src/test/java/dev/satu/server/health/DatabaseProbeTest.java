package dev.satu.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.testkit.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the database is asked, and what is made of its answers. */
final class DatabaseProbeTest {
  @RegisterExtension static final TestDatabase database = TestDatabase.empty();

  private static DatabaseProbe probe(String url, Duration valid) {
    return new DatabaseProbe(url, "postgres", "", valid);
  }

  @Test
  void a_database_that_answers_is_ready() {
    try (DatabaseProbe probe = probe(database.jdbcUrl(), Duration.ZERO)) {
      assertThat(probe.state()).isEqualTo(DatabaseProbe.State.READY);
      assertThat(probe.state()).isEqualTo(DatabaseProbe.State.READY);
    }
  }

  @Test
  void a_database_that_is_not_there_is_unreachable() {
    try (DatabaseProbe probe = probe("jdbc:postgresql://127.0.0.1:1/satu", Duration.ZERO)) {
      assertThat(probe.state()).isEqualTo(DatabaseProbe.State.UNREACHABLE);
    }
  }

  @Test
  void a_lost_connection_says_nothing_of_the_database() {
    try (DatabaseProbe probe = probe(database.jdbcUrl(), Duration.ZERO)) {
      assertThat(probe.state()).isEqualTo(DatabaseProbe.State.READY);
      database.queryText(
          "SELECT count(pg_terminate_backend(pid, 5000))::text FROM pg_stat_activity"
              + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
              + " AND query LIKE '%pg_is_in_recovery()' AND state = 'idle'");
      assertThat(probe.state()).isEqualTo(DatabaseProbe.State.READY);
    }
  }
}
