package dev.satu.faults.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What the nemesis makes of faults that heal, that do not, and that cannot be made. */
class NemesisTest {
  private final List<String> done = new CopyOnWriteArrayList<>();

  @Test
  void what_heals_has_survived_and_the_next_one_strikes() throws Exception {
    List<Bout> bouts = carryOut(told("first"), told("second"));

    assertThat(bouts).allMatch(Bout::isSurvived);
    assertThat(done).containsExactly("strike first", "heal first", "strike second", "heal second");
  }

  @Test
  void what_does_not_heal_is_a_violation_and_nothing_strikes_after_it() throws Exception {
    List<Bout> bouts = carryOut(new Told("first", Optional.empty(), false, done), told("second"));

    assertThat(bouts.get(0).result()).isInstanceOf(Bout.Result.NotBack.class);
    assertThat(bouts.get(1).result()).isInstanceOf(Bout.Result.LeftOut.class);
    assertThat(done).containsExactly("strike first", "heal first");
  }

  @Test
  void what_cannot_be_made_here_is_left_out_and_says_why() throws Exception {
    List<Bout> bouts =
        carryOut(new Told("first", Optional.of("no disk"), true, done), told("second"));

    assertThat(bouts.get(0).result()).isEqualTo(new Bout.Result.LeftOut("no disk"));
    assertThat(bouts.get(1).isSurvived()).isTrue();
  }

  private Fault told(String name) {
    return new Told(name, Optional.empty(), true, done);
  }

  private static List<Bout> carryOut(Fault first, Fault second) throws InterruptedException {
    Plan plan =
        new Plan(
            List.of(
                new Strike(Duration.ZERO, Duration.ZERO, 0, 1),
                new Strike(Duration.ofMillis(1), Duration.ZERO, 1, 1)));
    return new Nemesis(List.of(first, second), () -> true, line -> {}).carryOut(plan);
  }

  /** Writes down what is done to it. */
  private record Told(String name, Optional<String> missing, boolean heals, List<String> done)
      implements Fault {
    @Override
    public String what() {
      return "is written down";
    }

    @Override
    public Part part() {
      return Part.NODE;
    }

    @Override
    public Duration shortest() {
      return Duration.ZERO;
    }

    @Override
    public Duration longest() {
      return Duration.ZERO;
    }

    @Override
    public void strike(RandomGenerator random) {
      done.add("strike " + name);
    }

    @Override
    public void heal() {
      done.add("heal " + name);
      if (!heals) {
        throw new IllegalStateException("broken for good");
      }
    }
  }
}
