package dev.satu.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.testkit.Invariants.Invariant;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class InvariantsTest {
  @RegisterExtension
  static final TestDatabase db = TestDatabase.migratedFrom("classpath:dev/satu/testkit/migration");

  private final Invariants invariants = Invariants.load("/dev/satu/testkit/invariants.sql");

  @BeforeEach
  void clean() {
    db.emptyTables("kind");
  }

  @Test
  void invariants_that_hold_pass() {
    db.execute("INSERT INTO asset (name, holder) VALUES ('seat 1', 'ann'), ('seat 2', 'ben')");

    assertThat(invariants.all())
        .extracting(Invariant::sentence)
        .containsExactly("an asset has a name", "nobody holds two assets");
    invariants.assertHold(db);
  }

  @Test
  void a_broken_one_is_reported_by_its_sentence_and_rows() {
    db.execute("INSERT INTO asset (name, holder) VALUES ('seat 1', 'ann'), ('seat 2', 'ann')");

    assertThatThrownBy(() -> invariants.assertHold(db))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("1 of 2 invariants are broken")
        .hasMessageContaining("nobody holds two assets\n    {holder=ann, assets=2}")
        .hasMessageNotContaining("an asset has a name");
  }

  @Test
  void all_broken_ones_are_reported_with_their_first_rows() {
    db.execute("INSERT INTO asset (name, holder) SELECT '', 'ann' FROM generate_series(1, 9)");

    assertThatThrownBy(() -> invariants.assertHold(db))
        .hasMessageContaining("2 of 2 invariants are broken")
        .hasMessageContaining("{id=5}\n    …")
        .hasMessageNotContaining("{id=6}");
  }

  @Test
  void a_connection_is_asked_within_its_transaction() throws SQLException {
    try (Connection connection = db.connect()) {
      connection.setAutoCommit(false);
      Sql.execute(connection, "INSERT INTO asset (name) VALUES ('')");

      assertThatThrownBy(() -> invariants.assertHold(connection))
          .hasMessageContaining("an asset has a name");
      invariants.assertHold(db);
    }
  }

  @Test
  void a_query_that_fails_is_named() {
    Invariants wrong = Invariants.parse("-- invariant: all is well\nSELECT 1 FROM nowhere");

    assertThatThrownBy(() -> wrong.assertHold(db))
        .isInstanceOf(UncheckedSqlException.class)
        .hasMessageContaining("all is well");
  }

  @Test
  void a_file_that_would_check_nothing_is_refused() {
    for (String sql :
        new String[] {
          "",
          "-- nothing",
          "SELECT 1",
          "-- invariant: empty\n;",
          "-- invariant:\nSELECT 1",
          "-- invariant: two\nSELECT 1;\nSELECT 2;"
        }) {
      assertThatThrownBy(() -> Invariants.parse(sql)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> Invariants.load("/nowhere.sql"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
