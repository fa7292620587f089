package dev.satu.janitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.testkit.Waits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B57: rounds follow each other by a delay, on the monotonic clock, and nothing silences them. */
class JanitorTest {
  private static final Duration SOON = Duration.ofMillis(5);
  private static final Duration BOUND = Duration.ofSeconds(20);

  /** A sweep that counts its runs. */
  private static final class Counting implements Sweep {
    final AtomicInteger runs = new AtomicInteger();
    final List<Integer> limits = new CopyOnWriteArrayList<>();
    final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
    private final IntUnaryOperator work;

    /**
     * @param work how many rows the run of this number changes, or what it throws
     */
    Counting(IntUnaryOperator work) {
      this.work = work;
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public int runOnce(int limit) {
      thread.set(Thread.currentThread());
      limits.add(limit);
      return work.applyAsInt(runs.incrementAndGet());
    }
  }

  @Test
  void every_sweep_runs_in_round_after_round() {
    Counting one = new Counting(run -> 0);
    Counting two = new Counting(run -> 0);

    try (Janitor janitor = new Janitor(List.of(one, two), SOON, 500, SweepListener.NONE)) {
      awaitRuns(janitor, one, 5);
      awaitRuns(janitor, two, 5);
    }

    assertThat(one.limits).containsOnly(500);
  }

  @Test
  void a_sweep_that_fails_stops_neither_the_others_nor_later_rounds() {
    Counting failing =
        new Counting(run -> {
          throw new IllegalStateException("this sweep fails, as the test wants");
        });
    Counting other = new Counting(run -> 0);

    try (Janitor janitor = new Janitor(List.of(failing, other), SOON, 500, SweepListener.NONE)) {
      awaitRuns(janitor, failing, 3);
      awaitRuns(janitor, other, 3);
    }
  }

  @Test
  void an_error_in_a_sweep_does_not_silence_the_janitor_for_good() {
    Counting failing =
        new Counting(run -> {
          throw new StackOverflowError("this sweep fails, as the test wants");
        });
    Counting other = new Counting(run -> 0);

    try (Janitor janitor = new Janitor(List.of(failing, other), SOON, 500, SweepListener.NONE)) {
      awaitRuns(janitor, failing, 3);
      awaitRuns(janitor, other, 3);
    }
  }

  @Test
  void a_full_batch_is_followed_by_the_next_within_the_round() {
    Counting other = new Counting(run -> 0);
    AtomicInteger roundsBeforeTheFifth = new AtomicInteger(-1);
    Counting sweep =
        new Counting(run -> {
          if (run == 5) {
            roundsBeforeTheFifth.set(other.runs.get());
          }
          return run <= 4 ? 10 : 3;
        });

    try (Janitor janitor = new Janitor(List.of(sweep, other), SOON, 10, SweepListener.NONE)) {
      awaitRuns(janitor, other, 1);
    }

    assertThat(roundsBeforeTheFifth).hasValue(0);
  }

  @Test
  void a_batch_that_misses_a_few_locked_rows_is_followed_by_the_next_and_half_a_batch_is_not() {
    Counting other = new Counting(run -> 0);
    AtomicInteger runsInTheFirstRound = new AtomicInteger();
    Counting sweep =
        new Counting(run -> {
          if (other.runs.get() == 0) {
            runsInTheFirstRound.set(run);
          }
          return run <= 3 ? 9 : 4;
        });

    try (Janitor janitor = new Janitor(List.of(sweep, other), SOON, 10, SweepListener.NONE)) {
      awaitRuns(janitor, other, 2);
    }

    assertThat(runsInTheFirstRound).hasValue(4);
  }

  @Test
  void the_listener_is_told_how_long_what_is_left_has_been_waiting() {
    List<Duration> told = new CopyOnWriteArrayList<>();
    Sweep late =
        new Sweep() {
          @Override
          public String name() {
            return "late";
          }

          @Override
          public int runOnce(int limit) {
            return 0;
          }

          @Override
          public Duration lag() {
            return Duration.ofHours(3);
          }
        };
    SweepListener listener =
        new SweepListener() {
          @Override
          public void swept(Sweep sweep, int rows) {}

          @Override
          public void lagged(Sweep sweep, Duration lag) {
            told.add(lag);
          }

          @Override
          public void failed(Sweep sweep) {}
        };

    try (Janitor janitor = new Janitor(List.of(late), SOON, 10, listener)) {
      assertThat(janitor).as("open meanwhile").isNotNull();
      Waits.until("it is told", BOUND, () -> !told.isEmpty());
    }

    assertThat(told).contains(Duration.ofHours(3));
  }

  @Test
  void a_sweep_that_never_ends_leaves_turns_to_the_others() {
    Counting endless = new Counting(run -> 10);
    Counting other = new Counting(run -> 0);

    try (Janitor janitor = new Janitor(List.of(endless, other), SOON, 10, SweepListener.NONE)) {
      awaitRuns(janitor, other, 2);
    }
  }

  @Test
  void closing_waits_for_the_batch_under_way_and_begins_no_other() throws InterruptedException {
    CountDownLatch isSweeping = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Counting sweep =
        new Counting(run -> {
          isSweeping.countDown();
          await(mayEnd);
          return 10;
        });
    Counting next = new Counting(run -> 0);
    Janitor janitor = new Janitor(List.of(sweep, next), SOON, 10, SweepListener.NONE);
    isSweeping.await();

    Thread closing = Thread.ofPlatform().start(janitor::close);
    Waits.until("closing waits", BOUND, () -> closing.getState() == Thread.State.TIMED_WAITING);
    mayEnd.countDown();
    closing.join();

    assertThat(sweep.runs).hasValue(1);
    assertThat(next.runs).hasValue(0);
    Thread thread = sweep.thread.get();
    assertThat(thread).isNotNull();
    Waits.until("the janitor's thread has ended", BOUND, () -> thread != null && !thread.isAlive());
  }

  private static void awaitRuns(Janitor janitor, Counting sweep, int runs) {
    assertThat(janitor).as("open meanwhile").isNotNull();
    Waits.until(runs + " runs of the sweep", BOUND, () -> sweep.runs.get() >= runs);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
