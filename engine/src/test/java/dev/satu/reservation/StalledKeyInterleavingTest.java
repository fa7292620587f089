package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two hundred callers behind one stalled row, on five connections: others are served meanwhile. */
class StalledKeyInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed(5);

  @Test
  void B34_callers_in_flight_with_one_key_join_the_first_and_others_are_served() {
    assertServesOthers(command ->
        satu.satu().inFlight().run(command, () -> satu.satu().reservations().place(command)));
  }

  @Test
  void B34_callers_that_block_with_one_key_leave_a_connection_to_others() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertServesOthers(command ->
          CompletableFuture.supplyAsync(() -> satu.satu().reservations().place(command), threads));
    }
  }

  private static void assertServesOthers(
      Function<PlaceCommand, CompletableFuture<Reply<PlaceOutcome>>> run) {
    PlaceCommand command =
        PlaceCommand.of(Installed.SERVER, satu.newKey(), satu.newAsset(), new BuyerId("usr_1"));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, command.asset()));
      List<CompletableFuture<Reply<PlaceOutcome>>> callers =
          Stream.generate(() -> run.apply(command)).limit(200).toList();
      sessions.awaitBlockedBackends(1);

      assertThat(Replies.isHeld(satu.place(satu.newAsset(), "usr_2"))).isTrue();
      sessions.a("lets them go on", Connection::rollback);

      // On a slow machine the row was stuck for longer than some waited.
      List<Reply<PlaceOutcome>> replies =
          callers.stream()
              .map(CompletableFuture::join)
              .filter(reply -> !(reply instanceof Reply.Busy<PlaceOutcome>))
              .toList();
      assertThat(replies).filteredOn(Replies::isHeld).hasSizeLessThanOrEqualTo(1);
      assertThat(replies.stream().map(reply -> Replies.heldOrReplayed(reply).json()).distinct())
          .hasSizeLessThanOrEqualTo(1);
      assertThat(Replies.heldOrReplayed(satu.satu().reservations().place(command)).buyer())
          .isEqualTo(command.buyer());
    }
  }
}
