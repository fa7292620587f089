package dev.satu.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapsTest {
  private static final Gaps GAPS = new Gaps(List.of(0L, 100L, 700L, 800L, 1200L));

  @Test
  void the_longest_gap_is_the_longest_between_two_successes() {
    assertThat(GAPS.longest()).isEqualTo(Duration.ofNanos(600));
  }

  @Test
  void a_gap_counts_for_a_time_that_it_touches() {
    assertThat(GAPS.longestWithin(690, 710)).isEqualTo(Duration.ofNanos(600));
    assertThat(GAPS.longestWithin(710, 900)).isEqualTo(Duration.ofNanos(400));
    assertThat(GAPS.longestWithin(1300, 1400)).isEqualTo(Duration.ZERO);
  }
}
