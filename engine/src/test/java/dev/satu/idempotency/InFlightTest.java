package dev.satu.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.reservation.PlaceCommand;
import dev.satu.testkit.Waits;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Those who share a key wait for its first, but not without end. */
class InFlightTest {
  private static final int AT_MOST = 3;
  private static final Duration BOUND = Duration.ofSeconds(20);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger told = new AtomicInteger();
  private final CountDownLatch leaderMayEnd = new CountDownLatch(1);
  private final InFlight inFlight =
      new InFlight(
          new Fingerprints(new byte[32]),
          threads,
          AT_MOST,
          new ReplyListener() {
            @Override
            public void replied(KeyedCommand command, Reply<?> reply, Duration took) {
              told.incrementAndGet();
            }

            @Override
            public void failed(KeyedCommand command, Duration took) {}
          });

  /** An outcome that is kept. */
  private record Done(int number) implements StoredOutcome {
    @Override
    public boolean isStored() {
      return true;
    }
  }

  @AfterEach
  void nobody_is_left_waiting() {
    leaderMayEnd.countDown();
    threads.close();
  }

  @Test
  void beyond_the_bound_it_is_in_progress_and_the_others_get_the_leaders_answer() {
    CompletableFuture<Reply<Done>> leader = inFlight.run(command("a", "lot"), this::slowly);
    List<CompletableFuture<Reply<Done>>> followers = followers(AT_MOST, "lot");

    assertThat(inFlight.run(command("a", "lot"), this::slowly))
        .isCompletedWithValueMatching(reply -> reply instanceof Reply.InProgress);
    assertThat(told).as("who could not join is told of").hasValue(1);
    assertThat(followers).noneMatch(CompletableFuture::isDone);

    leaderMayEnd.countDown();
    assertThat(leader.join()).isEqualTo(new Reply.First<>(new Done(0)));
    assertThat(followers)
        .allSatisfy(follower -> assertThat(follower.join()).isInstanceOf(Reply.Replay.class));
  }

  @Test
  void a_flood_of_one_key_takes_no_place_from_other_commands() {
    var unused = inFlight.run(command("a", "lot"), this::slowly);
    followers(AT_MOST + 5, "lot");

    assertThat(inFlight.run(command("b", "other"), InFlightTest::atOnce).join())
        .isEqualTo(new Reply.First<>(new Done(1)));
    assertThat(inFlight.underWay()).isEqualTo(1);
  }

  @Test
  void those_with_another_request_wait_within_the_same_bound() {
    var unused = inFlight.run(command("a", "lot"), this::slowly);
    List<CompletableFuture<Reply<Done>>> others = followers(AT_MOST, "other");

    assertThat(inFlight.run(command("a", "lot"), this::slowly))
        .isCompletedWithValueMatching(reply -> reply instanceof Reply.InProgress);
    leaderMayEnd.countDown();

    assertThat(others)
        .allSatisfy(other -> assertThat(other.join()).isNotInstanceOf(Reply.InProgress.class));
  }

  @Test
  void whoever_was_answered_or_gave_up_leaves_the_place_when_the_leader_ends() {
    CompletableFuture<Reply<Done>> leader = inFlight.run(command("a", "lot"), this::slowly);
    followers(AT_MOST, "lot").forEach(follower -> follower.cancel(true));
    leaderMayEnd.countDown();
    leader.join();
    Waits.until("the first has left", BOUND, () -> inFlight.underWay() == 0);

    CountDownLatch secondMayEnd = new CountDownLatch(1);
    CompletableFuture<Reply<Done>> second =
        inFlight.run(command("a", "lot"), () -> ends(secondMayEnd));
    List<CompletableFuture<Reply<Done>>> followers = followers(AT_MOST, "lot");
    secondMayEnd.countDown();

    assertThat(second.join()).isInstanceOf(Reply.First.class);
    assertThat(followers)
        .allSatisfy(follower -> assertThat(follower.join()).isInstanceOf(Reply.Replay.class));
  }

  private List<CompletableFuture<Reply<Done>>> followers(int count, String asset) {
    List<CompletableFuture<Reply<Done>>> followers = new ArrayList<>();
    Supplier<Reply<Done>> call = InFlightTest::atOnce;
    for (int i = 0; i < count; i++) {
      followers.add(inFlight.run(command("a", asset), call));
    }
    return followers;
  }

  private static KeyedCommand command(String key, String asset) {
    return PlaceCommand.of(
        Installed.SERVER, new IdempotencyKey(key), new AssetId(asset), new BuyerId("b"));
  }

  private Reply<Done> slowly() {
    return ends(leaderMayEnd);
  }

  private static Reply<Done> atOnce() {
    return new Reply.First<>(new Done(1));
  }

  private static Reply<Done> ends(CountDownLatch when) {
    try {
      when.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Reply.First<>(new Done(0));
  }
}
