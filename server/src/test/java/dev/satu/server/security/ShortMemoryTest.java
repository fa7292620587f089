package dev.satu.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.security.ShortMemory.Bounds;
import dev.satu.server.security.ShortMemory.Found;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A memory whose clock and whose threads stand still until the test moves them. */
final class ShortMemoryTest {
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final Map<String, Found<String>> there = new HashMap<>();
  private int lookUps;

  private final ShortMemory<String, String> memory =
      new ShortMemory<>(
          Duration.ofSeconds(3),
          key -> {
            lookUps++;
            return Optional.ofNullable(there.get(key));
          },
          waiting::add,
          new Bounds(1, 1),
          clock::get);

  private void put(String key, String value) {
    there.put(key, new Found<>(value, Optional.empty()));
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  private void work() {
    while (!waiting.isEmpty()) {
      waiting.poll().run();
    }
  }

  private Optional<String> find(String key) {
    CompletableFuture<Optional<String>> found = memory.find(key);
    work();
    return found.join();
  }

  @Test
  void what_was_found_is_told_without_another_look_up() {
    put("k", "v");

    assertThat(find("k")).contains("v");
    assertThat(memory.find("k")).isCompletedWithValue(Optional.of("v"));
    assertThat(lookUps).isEqualTo(1);
  }

  @Test
  void what_is_gone_is_not_told_any_more_when_its_time_is_over() {
    put("k", "v");
    find("k");
    there.clear();

    pass(Duration.ofMillis(2_999));
    assertThat(memory.find("k").join()).contains("v");
    pass(Duration.ofMillis(1));

    CompletableFuture<Optional<String>> now = memory.find("k");
    assertThat(now).isNotDone();
    work();
    assertThat(now.join()).isEmpty();
  }

  @Test
  void its_time_counts_from_before_the_look_up() {
    put("k", "v");
    CompletableFuture<Optional<String>> slow = memory.find("k");
    pass(Duration.ofSeconds(3));
    work();

    assertThat(slow.join()).contains("v");
    assertThat(memory.find("k")).isNotDone();
  }

  @Test
  void half_way_a_call_renews_it_and_does_not_wait() {
    put("k", "old");
    find("k");
    put("k", "new");
    pass(Duration.ofMillis(1_500));

    assertThat(memory.find("k")).isCompletedWithValue(Optional.of("old"));
    assertThat(memory.find("k")).isCompletedWithValue(Optional.of("old"));
    assertThat(waiting).hasSize(1);
    work();

    assertThat(memory.find("k")).isCompletedWithValue(Optional.of("new"));
  }

  @Test
  void what_a_renewal_does_not_find_any_more_is_forgotten_at_once() {
    put("k", "v");
    find("k");
    there.clear();
    pass(Duration.ofMillis(1_500));
    var _ = memory.find("k");
    work();

    assertThat(find("k")).isEmpty();
  }

  @Test
  void what_lasts_shorter_is_told_shorter() {
    there.put("k", new Found<>("v", Optional.of(Duration.ofMillis(200))));
    find("k");

    pass(Duration.ofMillis(200));

    assertThat(memory.find("k")).isNotDone();
  }

  @Test
  void what_was_not_found_is_looked_up_again() {
    assertThat(find("k")).isEmpty();
    put("k", "v");

    assertThat(find("k")).contains("v");
  }

  @Test
  void many_that_ask_at_once_share_one_look_up() {
    put("k", "v");
    CompletableFuture<Optional<String>> first = memory.find("k");
    CompletableFuture<Optional<String>> second = memory.find("k");
    work();

    assertThat(first.join()).contains("v");
    assertThat(second.join()).contains("v");
    assertThat(lookUps).isEqualTo(1);
  }

  @Test
  void a_flood_of_guesses_is_bounded_and_does_not_keep_a_good_one_from_its_renewal() {
    put("k", "v");
    find("k");
    pass(Duration.ofSeconds(2));
    var _ = memory.find("guess 1");
    var _ = memory.find("guess 2");

    assertThat(memory.find("guess 3"))
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(ShortMemory.TooMany.class);
    assertThat(memory.find("k")).isCompletedWithValue(Optional.of("v"));
    work();
    pass(Duration.ofSeconds(2));

    assertThat(memory.find("k")).isCompletedWithValue(Optional.of("v"));
    assertThat(find("guess 3")).isEmpty();
  }

  @Test
  void a_look_up_that_fails_tells_why_and_is_tried_again() {
    ShortMemory<String, String> broken =
        new ShortMemory<>(
            Duration.ofSeconds(3),
            key -> {
              throw new IllegalStateException("no database");
            },
            Runnable::run,
            new Bounds(1, 0),
            clock::get);

    assertThat(broken.find("k")).isCompletedExceptionally();
    assertThat(broken.find("k"))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void more_than_may_be_looked_up_at_once_take_turns_and_all_are_answered() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ShortMemory<Integer, Integer> slow =
          new ShortMemory<>(
              Duration.ofSeconds(3),
              key -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                LockSupport.parkNanos(100_000);
                running.decrementAndGet();
                return Optional.of(new Found<>(key, Optional.empty()));
              },
              threads,
              new Bounds(2, 100),
              System::nanoTime);
      List<CompletableFuture<Optional<Integer>>> all =
          IntStream.range(0, 100).mapToObj(slow::find).toList();

      for (int i = 0; i < all.size(); i++) {
        assertThat(all.get(i).get(10, TimeUnit.SECONDS)).contains(i);
      }
    }
    assertThat(most.get()).isBetween(1, 2);
  }
}
