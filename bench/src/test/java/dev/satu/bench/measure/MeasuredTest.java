package dev.satu.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MeasuredTest {
  @Test
  void the_ratio_is_taken_round_by_round() {
    Measured measured =
        Measured.of(
            "P1",
            "holds",
            new Rounds(List.of(100.0, 30.0, 80.0)),
            new Rounds(List.of(200.0, 40.0, 100.0)),
            Map.of());

    assertThat(measured.line())
        .isEqualTo("P1 holds: ours 80.00 theirs 100 ratio 0.75 spread 0.50 to 0.80 (3 rounds)");
  }

  @Test
  void the_median_of_an_even_number_lies_between_the_middle_two() {
    assertThat(new Rounds(List.of(4.0, 1.0, 3.0, 2.0)).median()).isEqualTo(2.5);
  }
}
