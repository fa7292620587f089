package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * G7: twenty commands crowd before a lock that stays, on five connections, of which four may wait.
 * A hold on something else is answered while not one of them is.
 */
class CrowdedLockInterleavingTest {
  private static final int CROWD = 20;

  @RegisterExtension static final Installed satu = new Installed(5);

  @Test
  void commits_releases_and_extensions_before_a_locked_row_leave_a_connection_to_others() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    assertServesOthers(
        blocker -> Blocking.lock(blocker, held.asset()),
        Stream.iterate(0, i -> i + 1)
            .limit(CROWD)
            .<Supplier<Reply<?>>>map(i -> () -> anyOf(i, held))
            .toList());
  }

  @Test
  void places_before_a_key_that_is_being_written_leave_a_connection_to_others() {
    IdempotencyKey key = satu.newKey();
    PlaceCommand first =
        PlaceCommand.of(Installed.SERVER, key, satu.newAsset(), new BuyerId("usr_1"));

    assertServesOthers(
        blocker -> satu.satu().reservations().place(blocker, first),
        Stream.generate(satu::newAsset)
            .limit(CROWD)
            .<Supplier<Reply<?>>>map(asset -> () -> satu.place(asset, "usr_2", key))
            .toList());
  }

  @Test
  void a_new_buyers_first_limited_hold_needs_no_place_among_those_who_wait() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", blocker -> Blocking.lock(blocker, held.asset()));
      List<CompletableFuture<Reply<?>>> crowd =
          Stream.iterate(0, i -> i + 1)
              .limit(CROWD)
              .<CompletableFuture<Reply<?>>>map(
                  i -> CompletableFuture.supplyAsync(() -> anyOf(i, held), threads))
              .toList();
      sessions.awaitBlockedBackends(4);

      PlaceCommand first =
          PlaceCommand.of(
                  Installed.SERVER,
                  satu.newKey(),
                  satu.newAsset(),
                  new BuyerId(satu.newName("new-buyer")))
              .limitedTo(BuyerLimits.FOR_BUYER_TOKENS);
      assertThat(Replies.isHeld(satu.satu().reservations().place(first))).isTrue();
      sessions.a("lets them go on", Connection::rollback);
      crowd.forEach(CompletableFuture::join);
    }
  }

  private static Reply<?> anyOf(int i, Reservation held) {
    return switch (i % 3) {
      case 0 -> satu.commit(held.id(), satu.newName("pi"));
      case 1 -> satu.release(held.id());
      default -> satu.extend(held.id(), Duration.ofMinutes(1));
    };
  }

  private static void assertServesOthers(TwoSessions.Act blocker, List<Supplier<Reply<?>>> calls) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", blocker);
      List<CompletableFuture<Reply<?>>> crowd =
          calls.stream().map(call -> CompletableFuture.supplyAsync(call, threads)).toList();
      sessions.awaitBlockedBackends(4);

      assertThat(Replies.isHeld(satu.place(satu.newAsset(), "usr_3"))).isTrue();
      sessions.a("lets them go on", Connection::rollback);

      assertThat(crowd.stream().map(CompletableFuture::join))
          .noneMatch(Reply.Unknown.class::isInstance);
    }
  }
}
