package dev.satu.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WaitsTest {

  @Test
  void the_condition_is_asked_until_it_holds() {
    AtomicInteger asked = new AtomicInteger();

    Waits.until("asked thrice", Duration.ofSeconds(10), () -> asked.incrementAndGet() == 3);

    assertThat(asked).hasValue(3);
  }

  @Test
  void a_wait_in_vain_fails_with_its_sentence() {
    assertThatThrownBy(() -> Waits.until("pigs fly", Duration.ofMillis(20), () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessage("not within 20 ms: pigs fly");
  }

  @Test
  void a_condition_that_throws_ends_the_wait() {
    assertThatThrownBy(() ->
            Waits.until(
                "the file is there",
                Duration.ofSeconds(10),
                () -> {
                  throw new IOException("disk");
                }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("cannot tell whether the file is there")
        .hasRootCauseMessage("disk");
  }
}
