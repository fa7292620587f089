package dev.satu.server.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's PostgreSQL: durable, kept, and nobody else's. */
final class EmbeddedDatabaseTest {
  @TempDir Path folder;

  private static String ask(EmbeddedDatabase database, String query) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), EmbeddedDatabase.USER, "");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private static void run(EmbeddedDatabase database, String command) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), EmbeddedDatabase.USER, "");
        Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  @Test
  void it_is_durable_listens_on_loopback_only_and_speaks_utf8_in_utc_and_c() throws Exception {
    try (DataDirectory directory = DataDirectory.open(folder);
        EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
      assertThat(ask(database, "SHOW fsync")).isEqualTo("on");
      assertThat(ask(database, "SHOW synchronous_commit")).isEqualTo("on");
      assertThat(ask(database, "SHOW full_page_writes")).isEqualTo("on");
      assertThat(ask(database, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(ask(database, "SHOW server_encoding")).isEqualTo("UTF8");
      assertThat(ask(database, "SELECT datcollate FROM pg_database WHERE datname = 'satu'"))
          .isEqualTo("C");
      assertThat(ask(database, "SELECT setting FROM pg_settings WHERE name = 'log_timezone'"))
          .isEqualTo("UTC");
      assertThat(ask(database, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))
          .isEqualTo("f");
    }
  }

  @Test
  void data_and_port_are_kept_over_a_restart_also_with_a_stale_file_that_names_another_process()
      throws Exception {
    int port;
    try (DataDirectory directory = DataDirectory.open(folder);
        EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
      port = database.port();
      run(database, "CREATE TABLE kept AS SELECT 42 AS answer");
    }
    // What a kill -9 leaves, with a number that has since been given to somebody else: to us.
    Files.writeString(
        folder.resolve("postgres").resolve("postmaster.pid"),
        ProcessHandle.current().pid() + "\n" + folder + "\n1\n" + port + "\n");
    try (DataDirectory directory = DataDirectory.open(folder);
        EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
      assertThat(database.port()).isEqualTo(port);
      assertThat(ask(database, "SELECT answer FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void a_server_that_is_still_there_is_taken_over() throws Exception {
    try (DataDirectory directory = DataDirectory.open(folder);
        EmbeddedDatabase left = EmbeddedDatabase.start(directory)) {
      String since = ask(left, "SELECT pg_postmaster_start_time()");
      EmbeddedDatabase taken = EmbeddedDatabase.start(directory);
      assertThat(taken.port()).isEqualTo(left.port());
      assertThat(ask(taken, "SELECT pg_postmaster_start_time()")).isEqualTo(since);
      taken.close();
      assertThat(new PostgresProcesses(directory.postgres()).postmaster()).isEmpty();
    }
  }

  @Test
  void a_half_made_database_is_made_anew() throws Exception {
    Files.createDirectories(folder.resolve("postgres").resolve("base"));
    Files.writeString(folder.resolve("postgres").resolve("PG_VERSION"), "18\n");
    Files.writeString(folder.resolve("satu-demo"), "");
    try (DataDirectory directory = DataDirectory.open(folder);
        EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
      assertThat(ask(database, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void a_kept_port_that_somebody_else_took_is_given_up() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DataDirectory directory = DataDirectory.open(folder)) {
      PostgresPort.keep(directory, other.getLocalPort());
      int port = PostgresPort.free(directory);
      assertThat(port).isNotEqualTo(other.getLocalPort());
      assertThat(PostgresPort.free(directory)).isEqualTo(port);
    }
  }

  @Test
  void a_second_demo_on_the_same_folder_is_refused() throws Exception {
    try (DataDirectory first = DataDirectory.open(folder)) {
      assertThatExceptionOfType(CannotStartException.class)
          .isThrownBy(() -> DataDirectory.open(folder))
          .withMessageContaining("Another demo is running on " + first);
    }
  }

  @Test
  void a_folder_that_no_demo_made_is_left_alone() throws Exception {
    Files.writeString(folder.resolve("thesis.txt"), "years of work");
    assertThatExceptionOfType(CannotStartException.class)
        .isThrownBy(() -> DataDirectory.open(folder))
        .withMessageContaining("left alone");
    assertThat(folder.resolve("thesis.txt")).exists();
    assertThat(folder.resolve("lock")).doesNotExist();
  }

  @Test
  void a_wipe_takes_all_but_keeps_the_folder_ours_and_follows_no_link_out_of_it(
      @TempDir Path outside) throws Exception {
    Files.writeString(outside.resolve("thesis.txt"), "years of work");
    try (DataDirectory directory = DataDirectory.open(folder)) {
      Files.createDirectories(directory.postgres().resolve("base"));
      Files.createSymbolicLink(directory.postgres().resolve("link"), outside);
      Files.writeString(directory.file("operator-key"), "x");
      directory.wipe();
      assertThat(folder.toFile().list()).containsExactlyInAnyOrder("lock", "satu-demo");
    }
    assertThat(outside.resolve("thesis.txt")).exists();
  }
}
