package dev.satu.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Installed;
import dev.satu.Satu;
import dev.satu.SatuConfig;
import dev.satu.Sources;
import dev.satu.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionSettingsTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  @RegisterExtension
  static final TestDatabase EMPTY =
      TestDatabase.empty().withOptions(ConnectionSettings.DEFAULT.options()).withPoolSize(2);

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          lock_timeout                  | 0             | lock_timeout is 0
          statement_timeout             | 0             | statement_timeout is 0
          synchronous_commit            | off           | synchronous_commit is off
          default_transaction_isolation | serializable  | default_transaction_isolation is serializable
          default_transaction_isolation | repeatable read | default_transaction_isolation is repeatable read
          """)
  void a_setting_that_breaks_a_promise_is_refused_by_its_name(
      String name, String value, String complaint) {
    DataSource wrong = with("SET " + name + " = '" + value + "'");

    assertThatThrownBy(() -> Satu.open(wrong, SatuConfig.DEFAULT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(complaint)
        .hasMessageContaining(ConnectionSettings.DEFAULT.options());
  }

  @Test
  void all_wrong_settings_are_named_at_once() {
    DataSource wrong = with("SET lock_timeout = 0; SET synchronous_commit = off");

    assertThatThrownBy(() -> Satu.open(wrong, SatuConfig.DEFAULT))
        .hasMessageContaining("lock_timeout is 0")
        .hasMessageContaining("synchronous_commit is off");
  }

  @Test
  void a_schema_that_is_not_there_is_refused_with_what_to_do() {
    assertThatThrownBy(() -> Satu.open(EMPTY.dataSource(), SatuConfig.DEFAULT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("run the migrations at " + Migrations.LOCATION);
  }

  @Test
  void a_database_that_cannot_be_reached_is_an_sql_exception() {
    DataSource away =
        Sources.of(() -> {
          throw new SQLException("connection refused", "08001");
        });

    assertThatThrownBy(() -> Satu.open(away, SatuConfig.DEFAULT)).isInstanceOf(SQLException.class);
  }

  @Test
  void a_connection_with_the_options_has_the_settings() throws SQLException {
    Map<String, String> settings = new TreeMap<>();
    try (Connection connection = satu.database().dataSource().getConnection()) {
      Sql.list(
          connection,
          """
          SELECT name, current_setting(name) AS value FROM pg_settings
           WHERE name IN ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout',
                          'client_connection_check_interval', 'synchronous_commit', 'default_transaction_isolation')
          """,
          row -> settings.put(row.text("name"), row.text("value")) == null);
    }

    assertThat(settings)
        .isEqualTo(
            Map.of(
                "lock_timeout", "2s",
                "statement_timeout", "5s",
                "idle_in_transaction_session_timeout", "5s",
                "client_connection_check_interval", "1s",
                "synchronous_commit", "on",
                "default_transaction_isolation", "read committed"));
  }

  /** Connections to the installed schema that run this first. */
  private static DataSource with(String settings) {
    return Sources.of(() -> {
      Connection connection = satu.database().connect();
      try (Statement statement = connection.createStatement()) {
        statement.execute(settings);
      }
      return connection;
    });
  }
}
