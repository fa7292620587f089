package dev.satu.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.faults.check.Checker;
import dev.satu.faults.check.EventRow;
import dev.satu.faults.check.Facts;
import dev.satu.faults.check.ReservationRow;
import dev.satu.faults.check.Violation;
import dev.satu.faults.history.Answer;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.History;
import dev.satu.faults.workload.Workload;
import dev.satu.faults.workload.WorkloadSettings;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workload and the checker together, on two real nodes. */
class WorkloadFaultTest {
  private static final int CALLS = 1_500;
  private static final int CLIENTS = 12;
  private static final int LOTS = 20;
  private static final long SEED = 1;

  private static final String OVERDUE =
      "SELECT count(*) FROM reservation WHERE status = 'HELD' AND expires_at < clock_timestamp()";

  @TempDir Path folder;

  @Test
  void a_run_without_faults_is_correct_and_a_damaged_copy_of_it_is_not() throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder, DemoProcess.freePort());
        ServeProcess serve = ServeProcess.ready(demo, Map.of("SATU_SWEEP_EVERY", "PT1S"));
        Connection database = demo.database();
        History history = History.open(folder.resolve("history.ndjson"))) {
      List<URI> nodes = List.of(URI.create(demo.url()), URI.create(serve.url()));
      run(new WorkloadSettings(nodes, DemoProcess.KEY, SEED, CLIENTS, LOTS), history);
      Waits.until(
          "overdue holds are swept",
          Duration.ofSeconds(20),
          () -> Sql.queryLong(database, OVERDUE) == 0);

      Facts facts = Facts.read(database);
      Checker checker = new Checker(Duration.ofSeconds(5));
      assertThat(checker.check(history, facts)).as("seed %d", SEED).isEmpty();
      assertThat(checker.check(History.read(folder.resolve("history.ndjson")), facts)).isEmpty();

      assertThat(checker.check(history, withoutOneReservation(facts)))
          .extracting(Violation::rule)
          .contains("durability");
      assertThat(checker.check(history, withoutOneEvent(facts)))
          .extracting(Violation::rule)
          .contains("events");
      assertThat(checker.check(withOneStaleRead(history), facts))
          .extracting(Violation::rule)
          .contains("order");
    }
  }

  @Test
  void a_run_in_which_a_node_is_killed_is_correct() throws Exception {
    try (DemoProcess demo = DemoProcess.start(folder, DemoProcess.freePort());
        ServeProcess serve = ServeProcess.ready(demo, Map.of());
        Connection database = demo.database();
        History history = History.open(folder.resolve("history.ndjson"))) {
      List<URI> nodes = List.of(URI.create(demo.url()), URI.create(serve.url()));
      WorkloadSettings settings = new WorkloadSettings(nodes, DemoProcess.KEY, SEED, CLIENTS, LOTS);
      try (Workload workload = new Workload(settings, history)) {
        workload.start();
        awaitCalls(workload, CALLS / 2);
        serve.kill();
        awaitCalls(workload, CALLS);
        workload.stop();
        workload.resolve();
        assertThat(workload.counts().byResult()).containsKeys("unknown", "not sent");
      }

      assertThat(new Checker().check(history, Facts.read(database))).as("seed %d", SEED).isEmpty();
    }
  }

  private static void awaitCalls(Workload workload, int calls) {
    Waits.until(
        "enough calls were made", Duration.ofMinutes(3), () -> workload.counts().total() >= calls);
  }

  private static void run(WorkloadSettings settings, History history) {
    try (Workload workload = new Workload(settings, history)) {
      workload.start();
      awaitCalls(workload, CALLS);
      workload.stop();
      workload.resolve();
      assertThat(workload.counts().total()).isEqualTo(history.calls().size());
      assertThat(workload.counts().byAct()).containsKeys("hold", "commit", "extend", "garbage");
    }
  }

  private static Facts withoutOneReservation(Facts facts) {
    List<ReservationRow> rows = new ArrayList<>(facts.reservations());
    rows.remove(rows.size() / 2);
    return new Facts(
        facts.readAt(),
        facts.assets(),
        rows,
        facts.payments(),
        facts.events(),
        facts.keys(),
        facts.brokenInvariants());
  }

  private static Facts withoutOneEvent(Facts facts) {
    List<EventRow> rows = new ArrayList<>(facts.events());
    EventRow held =
        rows.stream().filter(row -> row.kind().equals("asset.held")).findFirst().orElseThrow();
    rows.remove(held);
    return new Facts(
        facts.readAt(),
        facts.assets(),
        facts.reservations(),
        facts.payments(),
        rows,
        facts.keys(),
        facts.brokenInvariants());
  }

  /** The last read of a lot is answered with the first read of it. */
  private static History withOneStaleRead(History history) {
    List<Call> calls = new ArrayList<>(history.calls());
    for (int last = calls.size() - 1; last >= 0; last--) {
      Call call = calls.get(last);
      Optional<Call> first =
          calls.stream()
              .filter(other -> other.request().equals(call.request()))
              .filter(WorkloadFaultTest::isRead)
              .findFirst();
      if (isRead(call) && first.isPresent() && !first.get().answer().equals(call.answer())) {
        calls.set(
            last,
            new Call(
                call.number(),
                call.client(),
                call.node(),
                call.request(),
                call.sentAt(),
                call.answeredAt(),
                first.get().answer()));
        return History.of(calls);
      }
    }
    throw new AssertionError("no lot was read twice with a change between");
  }

  private static boolean isRead(Call call) {
    return call.request().act().equals("read-lot")
        && call.told().filter(Answer.Told::isSuccess).isPresent();
  }
}
