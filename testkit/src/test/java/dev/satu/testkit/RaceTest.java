package dev.satu.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RaceTest {

  @Test
  void all_racers_are_on_the_way_at_once() {
    CountDownLatch everybody = new CountDownLatch(100);

    Finish<Integer> finish =
        Race.of(100)
            .run(number -> {
              everybody.countDown();
              everybody.await();
              return number;
            });

    assertThat(finish.withoutFailures().values())
        .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
  }

  @Test
  void values_and_failures_are_gathered_in_order() {
    Finish<Object> finish =
        Race.of(4)
            .run(number ->
                switch (number) {
                  case 0 -> "zero";
                  case 1 -> throw new IOException("one");
                  case 2 -> throw new AssertionError("two");
                  default -> 3;
                });

    assertThat(finish.values()).containsExactly("zero", 3);
    assertThat(finish.failures()).extracting(Throwable::getMessage).containsExactly("one", "two");
    assertThat(finish.count(String.class)).isOne();
    assertThat(finish.count(value -> value.equals(3))).isOne();
    assertThat(finish.arrivals().get(3)).isEqualTo(new Finish.Returned<Object>(3));
  }

  @Test
  void failures_that_were_not_expected_are_thrown() {
    Finish<Integer> finish =
        Race.of(3)
            .run(number -> {
              throw new IllegalStateException("racer " + number);
            });

    assertThatThrownBy(finish::withoutFailures)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("3 of 3 racers failed")
        .hasRootCauseMessage("racer 0")
        .satisfies(error -> assertThat(error.getSuppressed()).hasSize(2));
  }

  @Test
  void a_race_that_does_not_end_names_the_stuck_racers_and_interrupts_them() {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger interrupted = new AtomicInteger();
    Race race = Race.of(3).withBound(Duration.ofMillis(200));

    assertThatThrownBy(() ->
            race.run(number -> {
              try {
                if (number == 1) {
                  never.await();
                }
                return number;
              } catch (InterruptedException stopped) {
                interrupted.incrementAndGet();
                throw stopped;
              }
            }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("1 of 3 racers have not finished within 200 ms")
        .hasMessageContaining("racer 1")
        .hasMessageContaining("CountDownLatch.await");
    Waits.until(
        "the stuck racer is interrupted", Duration.ofSeconds(10), () -> interrupted.get() == 1);
  }
}
