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
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The database goes away and comes back (B33): what was answered stands, and nothing is stuck. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class DatabaseTroubleHttpTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private static final String END_ALL =
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
       WHERE datname = 'satu' AND application_name LIKE 'satu%'
      """;

  private static final String END_POOL =
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
       WHERE datname = 'satu' AND application_name = 'satu'
      """;

  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  /** One intention of one client, sent until it is answered with success. */
  private record Told(String asset, String key, List<Reply> replies) {
    Reply last() {
      return replies.getLast();
    }
  }

  private static Told untilHeld(String asset) {
    Told told = new Told(asset, Api.newName("key"), new ArrayList<>());
    Waits.until(
        "the hold is answered",
        SOON,
        () -> {
          told.replies().add(Api.hold(asset, "b", told.key()));
          return told.last().status() < 300;
        });
    return told;
  }

  private static void isDocumented(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isIn(200, 201, 409, 503);
    if (reply.status() == 503) {
      assertThat(reply.member("error_code")).isIn("BUSY", "OUTCOME_UNKNOWN");
      assertThat(reply.header("Retry-After")).isNotEmpty();
    }
    if (reply.status() == 409) {
      assertThat(reply.member("error_code")).isEqualTo("REQUEST_IN_PROGRESS");
    }
  }

  @Test
  void when_all_connections_are_cut_again_and_again_every_key_comes_to_one_effect()
      throws Exception {
    int clients = 20;
    int intentions = 15;
    AtomicInteger answered = new AtomicInteger();
    List<List<String>> lots = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      List<String> own = new ArrayList<>();
      for (int i = 0; i < intentions; i++) {
        own.add(Api.newAsset());
      }
      lots.add(own);
    }

    Finish<List<Told>> finish =
        Race.of(clients + 1)
            .<List<Told>>run(number -> {
              if (number == clients) {
                cutEach(clients, clients * intentions, answered);
                return List.of();
              }
              List<Told> all = new ArrayList<>();
              for (String lot : lots.get(number)) {
                all.add(untilHeld(lot));
                answered.incrementAndGet();
              }
              return all;
            })
            .withoutFailures();

    List<Told> all = finish.values().stream().flatMap(List::stream).toList();
    assertThat(all).hasSize(clients * intentions);
    all.forEach(told -> told.replies().forEach(DatabaseTroubleHttpTest::isDocumented));
    assertThat(all)
        .as("no connection was cut under a request")
        .anyMatch(told -> told.replies().size() > 1);
    for (Told told : all) {
      isReplay(Api.hold(told.asset(), "b", told.key()), told.last(), 200);
      assertThat(Rows.number("SELECT count(*) FROM reservation WHERE asset_id = ?", told.asset()))
          .isEqualTo(1);
    }
  }

  /** Cuts all connections each time that so many more were answered. */
  private static void cutEach(int step, int all, AtomicInteger answered) throws SQLException {
    try (Connection connection = Rows.connect()) {
      for (int next = step; next < all; next += step) {
        int reached = next;
        Waits.until(reached + " are answered", SOON, () -> answered.get() >= reached);
        Sql.queryLong(connection, END_POOL);
      }
    }
  }

  @Test
  void while_the_database_refuses_connections_the_service_is_alive_but_not_ready_and_says_busy()
      throws Exception {
    String asset = Api.newAsset();
    String held = Api.newAsset();
    String reservation = Api.held(held, "b");
    String key = Api.newName("key");
    assertThat(ready()).isEqualTo(200);
    try (Connection beside = Rows.connectTo("postgres")) {
      Sql.execute(beside, "ALTER DATABASE satu ALLOW_CONNECTIONS false");
      try {
        Sql.queryLong(beside, END_ALL);
        Waits.until("the service is not ready", SOON, () -> ready() == 503);
        assertThat(Wire.open("GET", "/q/health/live").send().status()).isEqualTo(200);
        for (Reply reply :
            List.of(
                Api.hold(asset, "b", key),
                Api.commit(reservation, Api.newName("pay")),
                Api.release(reservation),
                Api.extend(reservation, "PT1M"),
                Api.create(Api.newName("key"), "{\"asset_id\": \"never\", \"name\": \"A\"}"),
                Api.asset(asset),
                Api.reservation(reservation),
                Api.get("/v1/assets"))) {
          assertThat(reply.status()).as(reply.body()).isEqualTo(503);
          // A connection of the pool that died unseen makes the first call on it unknown.
          assertThat(reply.member("error_code")).isIn("BUSY", "OUTCOME_UNKNOWN");
          assertThat(reply.header("Retry-After")).isNotEmpty();
        }
      } finally {
        Sql.execute(beside, "ALTER DATABASE satu ALLOW_CONNECTIONS true");
      }
    }
    Waits.until("the service is ready again", SOON, () -> ready() == 200);
    // A 503 is never kept: the same key now has its effect.
    assertThat(Api.hold(asset, "b", key).status()).isEqualTo(201);
    assertThat(Api.reservation(reservation).member("status")).isEqualTo("HELD");
  }

  private static int ready() {
    return Wire.open("GET", "/q/health/ready").send().status();
  }
}
