package dev.satu.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DemoArgumentsTest {
  @Test
  void without_words_the_defaults_hold() {
    assertThat(DemoArguments.parse(List.of()))
        .isEqualTo(new DemoArguments(8080, Path.of(".satu/demo"), false));
  }

  @Test
  void each_option_is_read() {
    assertThat(DemoArguments.parse(List.of("--fresh", "--data", "x/y", "--port", "9")))
        .isEqualTo(new DemoArguments(9, Path.of("x/y"), true));
  }

  @ParameterizedTest
  @CsvSource({
    "--port,--port needs a value",
    "--port 0,from 1 to 65535",
    "--port 65536,from 1 to 65535",
    "--port http,from 1 to 65535",
    "--data,--data needs a value",
    "--quick,does not know --quick",
    "now,does not know now",
  })
  void a_word_that_makes_no_sense_is_refused(String words, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DemoArguments.parse(List.of(words.split(" ", -1))))
        .withMessageContaining(reason);
  }
}
