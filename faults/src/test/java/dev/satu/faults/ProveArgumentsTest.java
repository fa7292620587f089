package dev.satu.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProveArgumentsTest {
  @Test
  void nothing_asked_is_two_minutes_of_all_faults() throws Exception {
    ProveArguments arguments = ProveArguments.parse();

    assertThat(arguments.length()).isEqualTo(Duration.ofMinutes(2));
    assertThat(arguments.faults()).isEmpty();
    assertThat(arguments.seeds()).isEqualTo(1);
  }

  @Test
  void the_command_that_is_told_asks_for_the_same_again() throws Exception {
    ProveArguments arguments =
        ProveArguments.parse("--minutes", "0.5", "--seed", "7", "--faults", "disk full");

    assertThat(arguments.command())
        .isEqualTo("./satu prove --minutes 0.5 --seed 7 --faults \"disk full\"");
    assertThat(arguments.length()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void what_makes_no_sense_is_refused() {
    for (String[] wrong :
        new String[][] {
          {"--minutes", "0"}, {"--minutes", "x"}, {"--seed", "-1"}, {"--seed"}, {"--sead", "1"}
        }) {
      assertThatThrownBy(() -> ProveArguments.parse(wrong))
          .isInstanceOf(ProveArguments.Refused.class)
          .hasMessageContaining("usage:");
    }
  }
}
