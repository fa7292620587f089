package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Listeners;
import dev.satu.Replies;
import dev.satu.Satu;
import dev.satu.SatuConfig;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.ReplyListener;
import dev.satu.janitor.SweepListener;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Claims that share a round trip: each gets its own outcome, and none is another's trouble. */
class ClaimQueueTest {
  @RegisterExtension static final Installed satu = new Installed();

  @Test
  void a_thousand_claims_on_as_many_assets_are_all_granted() {
    List<PlaceCommand> commands =
        Stream.generate(() -> command(satu.newAsset(), "usr_1")).limit(1000).toList();

    List<Reply<PlaceOutcome>> replies = all(commands);

    assertThat(replies).allMatch(Replies::isHeld);
    assertThat(replies)
        .extracting(reply -> Replies.held(reply).asset())
        .containsExactlyElementsOf(commands.stream().map(PlaceCommand::asset).toList());
  }

  @Test
  void of_a_thousand_buyers_of_one_asset_one_gets_it_and_all_others_hear_until_when() {
    AssetId asset = satu.newAsset();

    List<Reply<PlaceOutcome>> replies =
        all(IntStream.range(0, 1000).mapToObj(n -> command(asset, "usr_" + n)).toList());

    assertThat(replies).filteredOn(Replies::isHeld).hasSize(1);
    assertThat(replies)
        .filteredOn(reply -> !Replies.isHeld(reply))
        .allSatisfy(reply -> {
          var taken = (PlaceOutcome.Unavailable) Replies.first(reply);
          assertThat(taken.reason()).isEqualTo(UnavailableReason.HELD);
          assertThat(taken.retryAfter().orElseThrow())
              .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
        });
  }

  @Test
  void one_buyer_with_many_keys_gets_one_hold() {
    AssetId asset = satu.newAsset();

    List<Reply<PlaceOutcome>> replies =
        all(Stream.generate(() -> command(asset, "usr_1")).limit(50).toList());

    assertThat(replies).filteredOn(Replies::isHeld).hasSize(1);
    Reservation held =
        Replies.held(replies.stream().filter(Replies::isHeld).findFirst().orElseThrow());
    assertThat(replies)
        .filteredOn(reply -> !Replies.isHeld(reply))
        .allSatisfy(reply ->
            assertThat(Replies.first(reply))
                .isInstanceOfSatisfying(
                    PlaceOutcome.AlreadyHeld.class,
                    own -> assertThat(own.reservation().id()).isEqualTo(held.id())));
  }

  @Test
  void replays_and_used_keys_are_told_among_others() {
    PlaceCommand done = command(satu.newAsset(), "usr_1");
    Reservation first = Replies.held(satu.satu().reservations().place(done));
    PlaceCommand reused = command(satu.newAsset(), "usr_1", done.key());
    PlaceCommand fresh = command(satu.newAsset(), "usr_1");

    List<Reply<PlaceOutcome>> replies = all(List.of(fresh, done));

    assertThat(Replies.isHeld(replies.get(0))).isTrue();
    assertThat(replies.get(1))
        .isInstanceOfSatisfying(
            Reply.Replay.class,
            replay -> assertThat(replay.outcome()).isEqualTo(new PlaceOutcome.Held(first)));
    assertThat(all(List.of(reused)).get(0)).isInstanceOf(Reply.KeyReused.class);
  }

  @Test
  void a_buyer_at_the_limit_is_refused_among_others() {
    BuyerLimits one = new BuyerLimits(Optional.of(1), Optional.empty());
    String buyer = satu.newName("usr");

    List<Reply<PlaceOutcome>> replies =
        all(
            Stream.generate(() -> command(satu.newAsset(), buyer).limitedTo(one))
                .limit(20)
                .toList());

    assertThat(replies).filteredOn(Replies::isHeld).hasSize(1);
    assertThat(replies)
        .filteredOn(reply -> !Replies.isHeld(reply))
        .extracting(Replies::first)
        .allMatch(PlaceOutcome.LimitReached.class::isInstance);
  }

  @Test
  void four_rows_that_a_session_holds_change_nothing_for_the_rest() throws Exception {
    List<AssetId> locked = Stream.generate(satu::newAsset).limit(4).toList();
    List<PlaceCommand> others =
        Stream.generate(() -> command(satu.newAsset(), "usr_1")).limit(300).toList();
    List<CompletableFuture<Reply<PlaceOutcome>>> stuck = new ArrayList<>();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "locks four",
          c -> {
            for (AssetId asset : locked) {
              Blocking.lock(c, asset);
            }
          });
      for (AssetId asset : locked) {
        for (int buyer = 0; buyer < 100; buyer++) {
          stuck.add(satu.satu().place(command(asset, "usr_" + buyer)));
        }
      }
      assertThat(all(others)).allMatch(Replies::isHeld);
      sessions.a("ends", Connection::rollback);
    }
    for (int i = 0; i < locked.size(); i++) {
      List<Reply<PlaceOutcome>> replies = answers(stuck.subList(i * 100, (i + 1) * 100));
      assertThat(replies).filteredOn(Replies::isHeld).hasSizeLessThanOrEqualTo(1);
      assertThat(replies)
          .allMatch(reply ->
              Replies.isHeld(reply) || Replies.isTaken(reply) || reply instanceof Reply.Busy<?>);
    }
  }

  @Test
  void a_key_that_another_transaction_uses_fails_none_of_its_neighbours() {
    PlaceCommand first = command(satu.newAsset(), "usr_1");
    PlaceCommand sameKey = command(satu.newAsset(), "usr_1", first.key());
    List<PlaceCommand> others =
        Stream.generate(() -> command(satu.newAsset(), "usr_1")).limit(100).toList();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("uses the key", c -> satu.satu().reservations().place(c, first));
      var stuck = satu.satu().place(sameKey);
      assertThat(all(others)).allMatch(Replies::isHeld);
      sessions.a("commits", Connection::commit);
      assertThat(answers(List.of(stuck)).get(0)).isInstanceOf(Reply.KeyReused.class);
    }
  }

  @Test
  void a_writer_outlives_a_bug_and_tells_those_who_met_it() throws Exception {
    AtomicBoolean isBroken = new AtomicBoolean(true);
    ClaimListener breaking =
        (claims, wait) -> {
          if (isBroken.getAndSet(false)) {
            throw new IllegalStateException("a bug");
          }
        };
    try (Satu other =
        Satu.open(
            satu.database().dataSource(),
            SatuConfig.DEFAULT,
            new Listeners(ReplyListener.NONE, SweepListener.NONE, breaking))) {
      assertThat(other.place(command(satu.newAsset(), "usr_1")))
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableOfType(ExecutionException.class)
          .withMessageContaining("a bug");
      assertThat(Replies.isHeld(other.place(command(satu.newAsset(), "usr_1")).join())).isTrue();
    }
  }

  @Test
  void what_waits_at_the_end_is_still_written_and_nothing_is_taken_on() throws Exception {
    List<CompletableFuture<Reply<PlaceOutcome>>> waiting;
    Satu other = Satu.open(satu.database().dataSource(), SatuConfig.DEFAULT);
    try (other) {
      waiting =
          Stream.generate(() -> other.place(command(satu.newAsset(), "usr_1"))).limit(300).toList();
    }
    assertThat(waiting).allMatch(CompletableFuture::isDone);
    assertThat(answers(waiting)).allMatch(Replies::isHeld);
    assertThat(other.place(command(satu.newAsset(), "usr_1")).join())
        .isInstanceOf(Reply.Busy.class);
  }

  private static List<Reply<PlaceOutcome>> all(List<PlaceCommand> commands) {
    return answers(commands.stream().map(command -> satu.satu().place(command)).toList());
  }

  private static List<Reply<PlaceOutcome>> answers(
      List<CompletableFuture<Reply<PlaceOutcome>>> replies) {
    return replies.stream().map(reply -> reply.orTimeout(60, TimeUnit.SECONDS).join()).toList();
  }

  private static PlaceCommand command(AssetId asset, String buyer) {
    return command(asset, buyer, satu.newKey());
  }

  private static PlaceCommand command(AssetId asset, String buyer, IdempotencyKey key) {
    return PlaceCommand.of(Installed.SERVER, key, asset, new BuyerId(buyer));
  }
}
