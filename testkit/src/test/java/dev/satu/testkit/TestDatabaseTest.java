package dev.satu.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TestDatabaseTest {
  @RegisterExtension
  static final TestDatabase db =
      TestDatabase.migratedFrom("classpath:dev/satu/testkit/migration")
          .withOptions("-c lock_timeout=2000 -c statement_timeout=5000")
          .withPoolSize(3);

  @BeforeEach
  void clean() {
    db.emptyTables("kind");
  }

  @Test
  void the_schema_is_named_after_the_class_and_migrated() {
    assertThat(db.schema()).startsWith("test_database_test_");
    assertThat(db.queryText("SELECT current_schemas(false)::text"))
        .isEqualTo("{" + db.schema() + "}");
    assertThat(db.queryLong("SELECT count(*) FROM flyway_schema_history WHERE success"))
        .isPositive();
    assertThat(db.queryLong("SELECT count(*) FROM asset")).isZero();
  }

  @Test
  void pooled_and_own_connections_have_the_same_settings() throws SQLException {
    String settings =
        """
        SELECT concat_ws(' ', current_setting('TimeZone'), current_setting('search_path'),
               current_setting('application_name'), current_setting('lock_timeout'),
               current_setting('statement_timeout'))
        """;
    String expected = "Pacific/Chatham %1$s %1$s 2s 5s".formatted(db.schema());

    assertThat(db.queryText(settings)).isEqualTo(expected);
    try (Connection own = db.connect()) {
      assertThat(Sql.queryText(own, settings)).isEqualTo(expected);
    }
  }

  @Test
  void the_server_has_room_for_three_hundred_connections() {
    assertThat(db.queryLong("SELECT current_setting('max_connections')"))
        .isGreaterThanOrEqualTo(300);
  }

  @Test
  void another_pool_takes_its_settings_from_the_url() throws SQLException {
    try (Connection other = DriverManager.getConnection(db.jdbcUrl(), db.user(), db.password())) {
      assertThat(Sql.queryText(other, "SELECT current_schema")).isEqualTo(db.schema());
      assertThat(Sql.queryText(other, "SHOW lock_timeout")).isEqualTo("2s");
    }
  }

  @Test
  void two_databases_do_not_see_each_other_and_the_last_stop_drops_the_schema() {
    TestDatabase other = TestDatabase.empty();
    other.start("other");
    other.start("other");
    String schema = other.schema();
    String exists = "SELECT count(*) FROM pg_namespace WHERE nspname = ?";
    try {
      other.execute("CREATE TABLE asset (only_here int)");
      assertThat(db.queryLong("SELECT count(*) FROM asset")).isZero();
      other.stop();
      assertThat(db.queryLong(exists, schema)).isOne();
    } finally {
      other.stop();
    }
    assertThat(db.queryLong(exists, schema)).isZero();
    assertThatThrownBy(other::schema).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_forgotten_connection_does_not_keep_a_schema_from_being_dropped() throws SQLException {
    TestDatabase other = TestDatabase.empty();
    other.start("forgetful");
    String schema = other.schema();
    other.execute("CREATE TABLE asset (id int)");
    try (Connection forgotten = other.connect()) {
      forgotten.setAutoCommit(false);
      Sql.execute(forgotten, "LOCK TABLE asset");
      other.stop();
    }
    assertThat(db.queryLong("SELECT count(*) FROM pg_namespace WHERE nspname = ?", schema))
        .isZero();
  }

  @Test
  void a_failed_migration_leaves_no_schema() {
    TestDatabase broken = TestDatabase.migratedFrom("classpath:dev/satu/testkit/broken");

    assertThatThrownBy(() -> broken.start("broken")).hasMessageContaining("no_such_function");
    broken.stop();

    assertThat(db.queryLong("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'broken%'"))
        .isZero();
  }

  @Test
  void conveniences_count_ask_and_read_rows() {
    Instant seen = Instant.parse("2026-03-01T10:15:30.123456Z");

    assertThat(db.execute("INSERT INTO asset (name, seen_at) VALUES (?, ?)", "seat 1", seen))
        .isOne();

    assertThat(db.queryText("SELECT name FROM asset")).isEqualTo("seat 1");
    assertThat(
            db.queryRows(
                "SELECT name, holder, seen_at, '{1}'::int[] AS list, '{\"a\": 1}'::jsonb AS doc FROM asset"))
        .singleElement()
        .satisfies(row ->
            assertThat(row)
                .containsEntry("holder", null)
                .containsEntry("seen_at", seen)
                .containsEntry("list", List.of(1))
                .containsEntry("doc", "{\"a\": 1}"));
  }

  @Test
  void a_refusal_by_the_server_keeps_its_sqlstate() {
    assertThatThrownBy(() -> db.execute("INSERT INTO kind (name) VALUES ('seat')"))
        .isInstanceOfSatisfying(
            UncheckedSqlException.class,
            refusal -> assertThat(refusal.sqlState()).isEqualTo("23505"));
  }

  @Test
  void emptying_spares_the_history_and_the_tables_named() {
    db.execute("INSERT INTO asset (name) VALUES ('seat 1')");

    db.emptyTables("kind");

    assertThat(db.queryLong("SELECT count(*) FROM asset")).isZero();
    assertThat(db.queryLong("SELECT count(*) FROM kind")).isOne();
    assertThat(db.queryLong("SELECT count(*) FROM flyway_schema_history")).isPositive();
    assertThat(db.queryLong("INSERT INTO asset (name) VALUES ('seat 1') RETURNING id")).isOne();
  }

  @Nested
  class Inside {
    @Test
    void a_nested_class_shares_the_schema() {
      assertThat(db.schema()).startsWith("test_database_test_");
    }
  }
}
