package dev.satu.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.testkit.Waits;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an operator ends on one node is refused on every other within five seconds (G8).
 *
 * <p>Judged by when a request was <em>sent</em>, so that a slow machine needs no slack: what was
 * sent too late has to be refused however long its answer takes.
 */
class RevocationFaultTest {
  /** The contract's. */
  private static final Duration WITHIN = Duration.ofSeconds(5);

  /** How much longer is looked whether the key comes back. */
  private static final Duration AND_THEN = Duration.ofSeconds(2);

  private static final Duration OVERLAP = Duration.ofSeconds(6);

  /** Only against tests that never end. */
  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir static Path folder;
  private static @Nullable DemoProcess database;
  private static @Nullable ServeProcess first;
  private static @Nullable ServeProcess second;

  @BeforeAll
  static void two_nodes_run_on_one_database() throws Exception {
    database = DemoProcess.start(folder, DemoProcess.freePort());
    first = ServeProcess.ready(database, Map.of());
    second = ServeProcess.ready(database, Map.of());
  }

  @AfterAll
  static void all_of_them_end() throws Exception {
    for (AutoCloseable running : new AutoCloseable[] {second, first, database}) {
      if (running != null) {
        running.close();
      }
    }
  }

  @Test
  void a_key_revoked_on_one_node_is_refused_on_the_other_within_five_seconds() throws Exception {
    try (Operator operator = new Operator(node(first))) {
      Operator.Key key = operator.newKey();
      isTakenBy(node(second), key);

      operator.revoke(key);

      refusesAllThatIsSentAfter(
          WITHIN, askedFor(WITHIN.plus(AND_THEN), node(second), key, System.nanoTime()));
    }
  }

  @Test
  void a_node_that_remembered_keys_for_longer_would_take_a_revoked_one() throws Exception {
    try (ServeProcess forgetful =
            ServeProcess.ready(
                database(), Map.of("JAVA_TOOL_OPTIONS", "-Dsatu.credentials.kept=PT1H"));
        Operator operator = new Operator(node(first))) {
      Operator.Key key = operator.newKey();
      isTakenBy(forgetful, key);

      operator.revoke(key);

      List<Asked> asked = askedFor(WITHIN.plus(AND_THEN), forgetful, key, System.nanoTime());
      assertThatThrownBy(() -> refusesAllThatIsSentAfter(WITHIN, asked))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("401");
    }
  }

  @Test
  void a_rotated_key_is_taken_until_its_overlap_ends_and_its_successor_at_once() throws Exception {
    try (Operator operator = new Operator(node(first))) {
      Operator.Key old = operator.newKey();
      isTakenBy(node(second), old);

      long before = System.nanoTime();
      Operator.Key successor = operator.rotate(old, OVERLAP);
      long after = System.nanoTime();

      isTakenBy(node(second), successor);
      Duration whole = OVERLAP.plus(WITHIN).plus(AND_THEN);
      List<Asked> asked = askedFor(whole, node(second), old, after);
      Duration rotating = Duration.ofNanos(after - before);
      assertThat(asked)
          .filteredOn(call -> call.answeredAfter().plus(rotating).compareTo(OVERLAP) < 0)
          .isNotEmpty()
          .allMatch(call -> call.status() == 200);
      refusesAllThatIsSentAfter(OVERLAP.plus(WITHIN), asked);
      isTakenBy(node(second), successor);
    }
  }

  /** One call, with times since the key was ended. */
  private record Asked(Duration sentAfter, Duration answeredAfter, int status) {}

  private static List<Asked> askedFor(
      Duration length, ServeProcess node, Operator.Key key, long since) {
    List<Asked> asked = new ArrayList<>();
    try (HttpClient client = HttpClient.newHttpClient()) {
      Waits.until(
          "it was asked for long enough",
          length.plus(BOUND),
          () -> {
            long sent = System.nanoTime();
            int status = Operator.reads(client, node, key);
            asked.add(
                new Asked(
                    Duration.ofNanos(sent - since),
                    Duration.ofNanos(System.nanoTime() - since),
                    status));
            return asked.getLast().sentAfter().compareTo(length) > 0;
          });
    }
    return asked;
  }

  /** Once refused, refused for ever; and from the bound on nothing else. */
  private static void refusesAllThatIsSentAfter(Duration bound, List<Asked> asked) {
    assertThat(asked)
        .filteredOn(call -> call.sentAfter().compareTo(bound) >= 0)
        .isNotEmpty()
        .extracting(Asked::status)
        .containsOnly(401);
    assertThat(asked.stream().map(Asked::status).dropWhile(status -> status == 200).toList())
        .containsOnly(401);
  }

  private static void isTakenBy(ServeProcess node, Operator.Key key)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(Operator.reads(client, node, key)).isEqualTo(200);
      assertThat(Operator.reads(client, node, key)).as("remembered").isEqualTo(200);
    }
  }

  private static ServeProcess node(@Nullable ServeProcess started) {
    if (started == null) {
      throw new IllegalStateException("not started");
    }
    return started;
  }

  private static DemoProcess database() {
    if (database == null) {
      throw new IllegalStateException("not started");
    }
    return database;
  }
}
