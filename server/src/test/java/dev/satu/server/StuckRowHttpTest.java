package dev.satu.server;

import static dev.satu.server.Answers.isReplay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Wire.Reply;
import dev.satu.testkit.Finish;
import dev.satu.testkit.Race;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A pool of five, and somebody who sits on the row of a hot lot (B34, F8): the lot is stuck, and
 * nothing else is.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(SmallPool.class)
final class StuckRowHttpTest {
  /** An answer that waits neither for the stuck row nor behind those who do. */
  private static final Duration PROMPT = Duration.ofMillis(1_500);

  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private static Connection locked(String asset) throws SQLException {
    Connection connection = Rows.connect();
    connection.setAutoCommit(false);
    Sql.queryRows(connection, "SELECT id FROM asset WHERE id = ? FOR UPDATE", asset);
    return connection;
  }

  private static <T> CompletableFuture<T> meanwhile(Callable<T> work) {
    CompletableFuture<T> future = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            future.complete(work.call());
          } catch (Throwable failure) {
            future.completeExceptionally(new CompletionException(failure));
          }
        });
    return future;
  }

  private static void awaitSomebodyWaitingForTheRow() {
    Waits.until(
        "a command waits for the stuck row",
        Duration.ofSeconds(10),
        () ->
            Rows.number(
                    "SELECT count(*) FROM pg_stat_activity"
                        + " WHERE application_name = 'satu' AND wait_event_type = 'Lock'")
                > 0);
  }

  private static Reply promptly(Supplier<Reply> call) {
    long start = System.nanoTime();
    Reply reply = call.get();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PROMPT);
    return reply;
  }

  private static void everythingElseIsAnswered(List<String> otherLots) {
    for (String lot : otherLots) {
      assertThat(promptly(() -> Api.hold(lot, "b")).status()).isEqualTo(201);
      assertThat(promptly(() -> Wire.open("GET", "/q/health/live").send()).status()).isEqualTo(200);
      assertThat(promptly(() -> Wire.open("GET", "/v1/assets").send()).status()).isEqualTo(401);
    }
  }

  private static List<String> lots(int count) {
    List<String> lots = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lots.add(Api.newAsset());
    }
    return lots;
  }

  private static void isBusy(Reply reply) {
    assertThat(reply.member("error_code")).as(reply.body()).isEqualTo("BUSY");
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.header("Retry-After")).isEqualTo("1");
  }

  @Test
  void of_200_calls_with_one_key_all_get_one_answer_while_the_row_is_stuck_and_one_effect_after()
      throws Exception {
    String hot = Api.newAsset();
    String key = Api.newName("key");
    List<String> others = lots(10);
    Finish<Reply> finish;
    try (BlockedLoops loops = new BlockedLoops();
        Connection sitter = locked(hot)) {
      CompletableFuture<Finish<Reply>> race =
          meanwhile(() -> Race.of(200).run(i -> Api.hold(hot, "b", key)));
      awaitSomebodyWaitingForTheRow();
      everythingElseIsAnswered(others);
      finish = race.join().withoutFailures();
      sitter.rollback();
      assertThat(loops.seen()).isEmpty();
    }
    finish.values().forEach(StuckRowHttpTest::isBusy);
    Reply held = Api.hold(hot, "b", key);
    assertThat(held.status()).isEqualTo(201);
    isReplay(Api.hold(hot, "b", key), held, 200);
    assertThat(Rows.number("SELECT count(*) FROM reservation WHERE asset_id = ?", hot))
        .isEqualTo(1);
  }

  @Test
  void when_the_row_comes_free_in_time_one_call_creates_the_hold_and_the_others_replay_it()
      throws Exception {
    String hot = Api.newAsset();
    String key = Api.newName("key");
    Finish<Reply> finish;
    try (Connection sitter = locked(hot)) {
      CompletableFuture<Finish<Reply>> race =
          meanwhile(() -> Race.of(200).run(i -> Api.hold(hot, "b", key)));
      awaitSomebodyWaitingForTheRow();
      sitter.rollback();
      finish = race.join().withoutFailures();
    }
    assertThat(finish.count(reply -> reply.status() == 201)).isEqualTo(1);
    Reply first =
        finish.values().stream().filter(reply -> reply.status() == 201).findFirst().orElseThrow();
    finish.values().stream()
        .filter(reply -> reply.status() != 201)
        .forEach(reply -> isReplay(reply, first, 200));
    assertThat(Rows.number("SELECT count(*) FROM idempotency_key WHERE key = ?", key)).isEqualTo(1);
  }

  @Test
  void sixty_buyers_at_a_stuck_lot_do_not_stop_holds_on_other_lots() throws Exception {
    String hot = Api.newAsset();
    List<String> others = lots(10);
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      keys.add(Api.newName("key"));
    }
    Finish<Reply> finish;
    try (BlockedLoops loops = new BlockedLoops();
        Connection sitter = locked(hot)) {
      CompletableFuture<Finish<Reply>> race =
          meanwhile(() -> Race.of(60).run(i -> Api.hold(hot, "b" + i, keys.get(i))));
      awaitSomebodyWaitingForTheRow();
      everythingElseIsAnswered(others);
      finish = race.join().withoutFailures();
      sitter.rollback();
      assertThat(loops.seen()).isEmpty();
    }
    finish.values().forEach(StuckRowHttpTest::isBusy);

    Finish<Reply> again =
        Race.of(60).run(i -> Api.hold(hot, "b" + i, keys.get(i))).withoutFailures();
    assertThat(again.count(reply -> reply.status() == 201)).isEqualTo(1);
    assertThat(again.count(reply -> reply.status() == 409 || reply.status() == 503)).isEqualTo(59);
  }

  @Test
  void a_stuck_lot_that_is_seen_held_is_refused_at_once() throws Exception {
    String hot = Api.newAsset();
    Api.held(hot, "b");
    try (Connection sitter = locked(hot)) {
      assertThat(promptly(() -> Api.hold(hot, "c")).status()).isEqualTo(409);
      assertThat(promptly(() -> Api.asset(hot)).status()).isEqualTo(200);
      sitter.rollback();
    }
  }

  @Test
  void thirty_commits_releases_and_extensions_at_a_stuck_lot_do_not_stop_other_lots()
      throws Exception {
    String hot = Api.newAsset();
    String reservation = Api.held(hot, "b");
    List<String> others = lots(10);
    String commitKey = Api.newName("key");
    String body = "{\"payment_ref\": \"" + Api.newName("pay") + "\"}";
    Finish<Reply> finish;
    try (Connection sitter = locked(hot)) {
      CompletableFuture<Finish<Reply>> race =
          meanwhile(() ->
              Race.of(30)
                  .run(i ->
                      switch (i % 3) {
                        case 0 -> Api.commit(reservation, commitKey, body);
                        case 1 -> Api.release(reservation);
                        default -> Api.extend(reservation, "PT1M");
                      }));
      awaitSomebodyWaitingForTheRow();
      everythingElseIsAnswered(others);
      finish = race.join().withoutFailures();
      sitter.rollback();
    }
    finish.values().forEach(StuckRowHttpTest::isBusy);
    assertThat(Api.commit(reservation, commitKey, body).status()).isEqualTo(200);
  }
}
