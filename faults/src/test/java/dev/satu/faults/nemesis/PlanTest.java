package dev.satu.faults.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Duration LENGTH = Duration.ofMinutes(10);
  private static final List<Fault> FAULTS =
      List.of(
          new Named("killed", Part.NODE),
          new Named("killed", Part.NODE),
          new Named("frozen", Part.NODE),
          new Named("lost", Part.DATABASE),
          new Named("locked", Part.SESSIONS));

  @Test
  void the_same_seed_draws_the_same_plan() {
    assertThat(Plan.draw(7, LENGTH, FAULTS)).isEqualTo(Plan.draw(7, LENGTH, FAULTS));
    assertThat(Plan.draw(7, LENGTH, FAULTS)).isNotEqualTo(Plan.draw(8, LENGTH, FAULTS));
  }

  @Test
  void faults_that_touch_the_same_part_never_strike_together_and_others_do() {
    int overlaps = 0;
    for (long seed = 0; seed < 100; seed++) {
      List<Strike> strikes = Plan.draw(seed, LENGTH, FAULTS).strikes();
      for (int i = 0; i < strikes.size(); i++) {
        for (Strike later : strikes.subList(i + 1, strikes.size())) {
          if (later.at().compareTo(strikes.get(i).healedAt()) < 0) {
            overlaps++;
            assertThat(part(later)).isNotEqualTo(part(strikes.get(i)));
          }
        }
      }
    }
    assertThat(overlaps).isPositive();
  }

  @Test
  void strikes_come_in_order_and_are_healed_before_the_end() {
    for (long seed = 0; seed < 100; seed++) {
      List<Strike> strikes = Plan.draw(seed, LENGTH, FAULTS).strikes();
      assertThat(strikes).extracting(Strike::at).isSorted();
      assertThat(strikes).allMatch(strike -> strike.healedAt().compareTo(LENGTH) < 0);
    }
  }

  @Test
  void every_kind_strikes_once_before_one_strikes_again() {
    List<Strike> strikes = Plan.draw(3, LENGTH, FAULTS).strikes();

    assertThat(IntStream.range(0, 4).mapToObj(i -> FAULTS.get(strikes.get(i).fault()).name()))
        .containsExactlyInAnyOrder("killed", "frozen", "lost", "locked");
  }

  @Test
  void a_run_too_short_for_a_fault_has_none() {
    assertThat(Plan.draw(1, Duration.ofSeconds(5), FAULTS).strikes()).isEmpty();
  }

  private static Part part(Strike strike) {
    return FAULTS.get(strike.fault()).part();
  }

  /** A fault of which nothing counts but what a plan asks. */
  private record Named(String name, Part part) implements Fault {
    @Override
    public String what() {
      return "nothing";
    }

    @Override
    public Duration shortest() {
      return Duration.ZERO;
    }

    @Override
    public Duration longest() {
      return Duration.ofSeconds(8);
    }

    @Override
    public void strike(RandomGenerator random) {}

    @Override
    public void heal() {}
  }
}
