package dev.satu.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.testkit.Invariants;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * G5, and B32: what was answered survives {@code kill -9}, of the server alone and of PostgreSQL
 * with it.
 */
class DemoFaultTest {
  private static final Invariants INVARIANTS = Invariants.load("/dev/satu/invariants.sql");
  private static final int CLIENTS = 8;
  private static final int ANSWERS_BEFORE_THE_KILL = 150;

  @TempDir Path folder;

  @Test
  void the_demo_runs_on_a_durable_database() throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder, DemoProcess.freePort());
        Connection database = demo.database()) {
      assertThat(Sql.queryText(database, "SHOW fsync")).isEqualTo("on");
      assertThat(Sql.queryText(database, "SHOW full_page_writes")).isEqualTo("on");
      assertThat(Sql.queryText(database, "SHOW synchronous_commit")).isEqualTo("on");
    }
  }

  @Test
  void nothing_that_was_answered_is_lost_when_the_server_is_killed() throws Exception {
    int port = DemoProcess.freePort();
    List<Traffic.Asked> asked;
    try (DemoProcess demo = DemoProcess.start(folder, port);
        Traffic traffic = new Traffic(demo, "K", CLIENTS)) {
      awaitAnswers(traffic);
      demo.kill();
      asked = traffic.end();
      try (DemoProcess again = DemoProcess.start(folder, port)) {
        assertNothingLost(again, asked);
      }
    }
  }

  @Test
  void nothing_that_was_answered_is_lost_when_postgres_is_killed_with_it() throws Exception {
    int port = DemoProcess.freePort();
    List<Traffic.Asked> asked;
    try (DemoProcess demo = DemoProcess.start(folder, port);
        Traffic traffic = new Traffic(demo, "P", CLIENTS)) {
      awaitAnswers(traffic);
      demo.killWithPostgres();
      asked = traffic.end();
    }
    try (DemoProcess again = DemoProcess.start(folder, port)) {
      assertNothingLost(again, asked);
    }
  }

  @Test
  void ending_it_ends_its_database_and_a_second_start_finds_all() throws Exception {
    int port = DemoProcess.freePort();
    List<Traffic.Asked> asked;
    try (DemoProcess demo = DemoProcess.start(folder, port)) {
      ProcessHandle postgres = demo.postgres();
      try (Traffic traffic = new Traffic(demo, "T", CLIENTS)) {
        awaitAnswers(traffic);
        asked = traffic.end();
      }
      demo.terminate();
      Waits.until("postgres has ended", Duration.ofSeconds(20), () -> !postgres.isAlive());
    }
    try (DemoProcess again = DemoProcess.start(folder, port)) {
      assertNothingLost(again, asked);
    }
  }

  @Test
  void a_race_of_a_hundred_has_one_winner() throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder, DemoProcess.freePort())) {
      Process race =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  Path.of("../bench/target/satu-bench.jar").toString(),
                  "dev.satu.bench.Race",
                  "--clients",
                  "100",
                  "--url",
                  demo.url(),
                  "--key",
                  DemoProcess.KEY)
              .redirectErrorStream(true)
              .start();
      String said = new String(race.getInputStream().readAllBytes(), UTF_8);

      assertThat(race.waitFor()).as(said).isZero();
      assertThat(said).contains("refused   99 × 409 ASSET_UNAVAILABLE");
    }
  }

  private static void awaitAnswers(Traffic traffic) {
    Waits.until(
        "enough holds were answered",
        Duration.ofSeconds(60),
        () -> traffic.answered() >= ANSWERS_BEFORE_THE_KILL);
  }

  private static void assertNothingLost(DemoProcess demo, List<Traffic.Asked> asked)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient();
        Connection database = demo.database()) {
      for (Traffic.Asked hold : asked) {
        HttpResponse<String> retry = askAgain(demo, client, hold);
        if (hold.isAnswered()) {
          assertThat(retry.statusCode()).as("%s", hold).isEqualTo(200);
          assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
          assertThat(retry.body()).isEqualTo(hold.answer());
        } else {
          // Unknown: its key tells, and from then on tells the same.
          assertThat(retry.statusCode()).as("%s", hold).isIn(200, 201, 404);
          assertThat(askAgain(demo, client, hold).body()).isEqualTo(retry.body());
        }
      }
      assertThat(asked.stream().filter(Traffic.Asked::isAnswered).count())
          .isGreaterThanOrEqualTo(ANSWERS_BEFORE_THE_KILL);
      INVARIANTS.assertHold(database);
    }
  }

  private static HttpResponse<String> askAgain(
      DemoProcess demo, HttpClient client, Traffic.Asked hold)
      throws IOException, InterruptedException {
    return demo.post(
        client, "/v1/assets/" + hold.asset() + "/reservations", hold.key(), hold.body());
  }
}
