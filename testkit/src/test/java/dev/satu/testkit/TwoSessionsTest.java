package dev.satu.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TwoSessionsTest {
  private static final String TAKE =
      "UPDATE asset SET holder = ? WHERE name = 'seat 1' AND holder IS NULL";

  @RegisterExtension
  static final TestDatabase db = TestDatabase.migratedFrom("classpath:dev/satu/testkit/migration");

  @BeforeEach
  void one_free_asset() {
    db.emptyTables("kind");
    db.execute("INSERT INTO asset (name) VALUES ('seat 1')");
  }

  @Test
  void a_second_session_waits_for_the_first_and_finds_the_asset_taken() {
    try (var sessions = TwoSessions.on(db)) {
      sessions.a("takes the asset", c -> Sql.execute(c, TAKE, "a"));
      Step<Integer> second = sessions.bStarts("takes it too", c -> Sql.execute(c, TAKE, "b"));
      sessions.awaitBlocked("b");
      assertThat(second.isDone()).isFalse();
      sessions.a("ends", Connection::commit);
      assertThat(second.result()).isZero();
    }
    assertThat(db.queryText("SELECT holder FROM asset")).isEqualTo("a");
  }

  @Test
  void a_second_session_takes_what_the_first_gives_back() {
    try (var sessions = TwoSessions.on(db)) {
      int first = sessions.aAnswers("takes the asset", c -> Sql.execute(c, TAKE, "a"));
      assertThat(first).isOne();
      Step<Integer> second = sessions.bStarts("takes it too", c -> Sql.execute(c, TAKE, "b"));
      sessions.awaitBlocked("b");
      sessions.a("gives it back", Connection::rollback);
      assertThat(second.result()).isOne();
      sessions.b("ends", Connection::commit);
    }
    assertThat(db.queryText("SELECT holder FROM asset")).isEqualTo("b");
  }

  @Test
  void a_step_on_connections_of_its_own_is_seen_to_wait() {
    try (var sessions = TwoSessions.on(db)) {
      sessions.a("takes the asset", c -> Sql.execute(c, TAKE, "a"));
      Step<Integer> pooled = sessions.bStarts("takes it by the pool", _ -> db.execute(TAKE, "b"));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);
      assertThat(pooled.result()).isZero();
    }
  }

  @Test
  void a_failing_step_is_named() {
    try (var sessions = TwoSessions.on(db)) {
      assertThatThrownBy(() -> sessions.a("asks nonsense", c -> Sql.execute(c, "nonsense")))
          .isInstanceOf(StepFailed.class)
          .hasMessageContaining("step 'a asks nonsense' failed")
          .hasCauseInstanceOf(SQLException.class);
      Step<Boolean> failing =
          sessions.bStarts(
              "refuses",
              _ -> {
                throw new IllegalArgumentException("no");
              });
      assertThat(failing.failure()).hasMessage("no");
    }
  }

  @Test
  void waiting_for_a_session_that_does_not_block_fails_at_once_with_how_it_ended() {
    try (var sessions = TwoSessions.on(db)) {
      Step<Integer> free = sessions.bStarts("takes the asset", c -> Sql.execute(c, TAKE, "b"));
      assertThatThrownBy(() -> sessions.awaitBlocked("b"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("session b does not wait for a lock: 'b takes the asset' gave 1");
      assertThat(free.result()).isOne();
    }
  }

  @Test
  void a_session_does_one_step_at_a_time() {
    try (var sessions = TwoSessions.on(db)) {
      sessions.a("takes the asset", c -> Sql.execute(c, TAKE, "a"));
      Step<Integer> second = sessions.bStarts("takes it too", c -> Sql.execute(c, TAKE, "b"));
      assertThatThrownBy(() -> sessions.b("ends", Connection::commit))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("still in step 'b takes it too'");
      sessions.a("ends", Connection::commit);
      assertThat(second.result()).isZero();
    }
  }

  @Test
  void closing_interrupts_a_waiting_step_and_tells_that_nobody_asked_for_it() {
    assertThatThrownBy(
            () -> {
              try (var sessions = TwoSessions.on(db)) {
                sessions.a("takes the asset", c -> Sql.execute(c, TAKE, "a"));
                sessions.bStarts("takes it too", c -> Sql.execute(c, TAKE, "b"));
                sessions.awaitBlocked("b");
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("nobody asked how a step ended: 'b takes it too'");
    assertThat(db.queryLong("SELECT count(*) FROM asset WHERE holder IS NULL")).isOne();
  }
}
