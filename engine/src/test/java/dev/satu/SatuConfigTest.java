package dev.satu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.reservation.ClaimQueue;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SatuConfigTest {
  /** The values of a configuration by name, so that a test changes one of them. */
  private static final class Values {
    Duration holdDefault = Duration.ofMinutes(10);
    Duration holdMax = Duration.ofHours(24);
    Duration extendWindow = Duration.ofMinutes(30);
    int extensions = 1;
    Duration sweepEvery = Duration.ofSeconds(30);
    int sweepBatch = 500;
    int retries = 5;
    int waiting = 4;
    Duration keysKept = Duration.ofDays(2);
    Duration storyKept = Duration.ofDays(400);
    int underWay = 2000;
    ClaimQueue.Shape claims = new ClaimQueue.Shape(2, 128, Duration.ofMillis(100));

    SatuConfig config() {
      return new SatuConfig(
          holdDefault,
          holdMax,
          extendWindow,
          extensions,
          sweepEvery,
          sweepBatch,
          retries,
          waiting,
          keysKept,
          storyKept,
          underWay,
          claims);
    }
  }

  @Test
  void the_defaults_are_the_documented_ones() {
    assertThat(SatuConfig.DEFAULT).isEqualTo(new Values().config());
  }

  @Test
  void the_limits_of_reservations_are_handed_on() {
    var limits = SatuConfig.DEFAULT.reservationLimits();

    assertThat(limits.holdDefault()).isEqualTo(Duration.ofMinutes(10));
    assertThat(limits.holdMax()).isEqualTo(Duration.ofHours(24));
    assertThat(limits.extendWindow()).isEqualTo(Duration.ofMinutes(30));
    assertThat(limits.extensions()).isEqualTo(1);
  }

  @Test
  void a_bad_value_is_refused_by_its_name() {
    assertRefused(
        "holdDefault",
        v -> {
          v.holdDefault = Duration.ofMillis(999);
          return v;
        });
    assertRefused(
        "holdDefault",
        v -> {
          v.holdDefault = Duration.ofHours(24).plusNanos(1);
          return v;
        });
    assertRefused(
        "holdMax",
        v -> {
          v.holdMax = Duration.ofHours(25);
          return v;
        });
    assertRefused(
        "holdMax",
        v -> {
          v.holdMax = Duration.ZERO;
          return v;
        });
    assertRefused(
        "extendWindow",
        v -> {
          v.extendWindow = Duration.ofHours(-1);
          return v;
        });
    assertRefused(
        "extensions",
        v -> {
          v.extensions = -1;
          return v;
        });
    assertRefused(
        "sweepEvery",
        v -> {
          v.sweepEvery = Duration.ofMillis(99);
          return v;
        });
    assertRefused(
        "sweepEvery",
        v -> {
          v.sweepEvery = Duration.ofHours(2);
          return v;
        });
    assertRefused(
        "sweepBatch",
        v -> {
          v.sweepBatch = 0;
          return v;
        });
    assertRefused(
        "sweepBatch",
        v -> {
          v.sweepBatch = 10_001;
          return v;
        });
    assertRefused(
        "retries",
        v -> {
          v.retries = 21;
          return v;
        });
    assertRefused(
        "waiting",
        v -> {
          v.waiting = 0;
          return v;
        });
    assertRefused(
        "keysKept",
        v -> {
          v.keysKept = Duration.ofHours(25).minusNanos(1);
          return v;
        });
    assertRefused(
        "underWay",
        v -> {
          v.underWay = 0;
          return v;
        });
  }

  @Test
  void what_no_hold_exceeds_bounds_the_default_and_the_window() {
    assertRefused(
        "holdDefault",
        v -> {
          v.holdMax = Duration.ofMinutes(9);
          v.extendWindow = Duration.ofMinutes(5);
          return v;
        });
    assertRefused(
        "extendWindow",
        v -> {
          v.holdMax = Duration.ofMinutes(29);
          return v;
        });
  }

  @Test
  void a_story_is_kept_as_long_as_late_money_can_come_and_longer_than_answers_and_holds() {
    assertRefused(
        "storyKept",
        v -> {
          v.storyKept = Duration.ofDays(31).minusNanos(1);
          return v;
        });
    assertRefused(
        "storyKept",
        v -> {
          v.keysKept = Duration.ofDays(60);
          v.storyKept = Duration.ofDays(61).minusNanos(1);
          return v;
        });
    Values least = new Values();
    least.keysKept = Duration.ofDays(60);
    least.storyKept = Duration.ofDays(61);
    assertThat(least.config().storyKept()).isEqualTo(Duration.ofDays(61));
  }

  @Test
  void the_bounds_themselves_are_allowed() {
    Values least = new Values();
    least.holdDefault = Duration.ofSeconds(1);
    least.holdMax = Duration.ofSeconds(1);
    least.extendWindow = Duration.ofSeconds(1);
    least.extensions = 0;
    least.retries = 0;
    least.waiting = 1;
    least.underWay = 1;
    least.sweepBatch = 1;
    least.sweepEvery = Duration.ofMillis(100);

    assertThat(least.config().extensions()).isZero();
  }

  private static void assertRefused(String name, UnaryOperator<Values> change) {
    Values changed = change.apply(new Values());
    assertThatThrownBy(changed::config)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name + " is ")
        .hasMessageContaining("must be");
  }
}
