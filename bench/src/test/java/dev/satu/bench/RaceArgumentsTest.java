package dev.satu.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RaceArgumentsTest {
  @TempDir Path dataDirectory;

  @Test
  void without_options_a_hundred_buyers_race_at_the_demo() throws Exception {
    var arguments = RaceArguments.parse();

    assertThat(arguments.clients()).isEqualTo(100);
    assertThat(arguments.url()).isEqualTo(URI.create("http://127.0.0.1:8080"));
    assertThat(arguments.assetId()).isEmpty();
    assertThat(arguments.dataDirectory()).isEqualTo(Path.of(".satu/demo"));
  }

  @Test
  void a_value_may_follow_its_option_or_stand_behind_an_equals_sign() throws Exception {
    var arguments = RaceArguments.parse("--clients", "7", "--asset=EQ-88392");

    assertThat(arguments.clients()).isEqualTo(7);
    assertThat(arguments.assetId()).contains("EQ-88392");
  }

  @Test
  void a_slash_at_the_end_of_the_url_does_not_matter() throws Exception {
    assertThat(RaceArguments.parse("--url", "http://127.0.0.1:9000/").url())
        .isEqualTo(URI.create("http://127.0.0.1:9000"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--clients=0",
        "--clients=2001",
        "--clients=many",
        "--clients=",
        "--clients",
        "--url=nowhere",
        "--url=ftp://127.0.0.1",
        "--url=http://a b",
        "--asset=a/b",
        "--speed=9",
        "fast"
      })
  void a_bad_option_is_refused(String word) {
    assertThatThrownBy(() -> RaceArguments.parse(word))
        .isInstanceOf(NotStarted.class)
        .hasMessageContaining(word.replaceFirst("=.*", ""));
  }

  @Test
  void the_key_of_the_command_line_goes_before_the_environment_and_the_file() throws Exception {
    Files.writeString(dataDirectory.resolve("operator-key"), "satu_file\n");
    var environment = Map.of("SATU_OPERATOR_KEY", "satu_environment");
    var data = "--data=" + dataDirectory;

    assertThat(RaceArguments.parse(data, "--key=satu_option").operatorKey(environment))
        .isEqualTo("satu_option");
    assertThat(RaceArguments.parse(data).operatorKey(environment)).isEqualTo("satu_environment");
    assertThat(RaceArguments.parse(data).operatorKey(Map.of())).isEqualTo("satu_file");
  }

  @Test
  void without_any_key_the_message_says_how_to_get_one() throws Exception {
    var arguments = RaceArguments.parse("--data=" + dataDirectory.resolve("nothing-here"));

    assertThatThrownBy(() -> arguments.operatorKey(Map.of()))
        .isInstanceOf(NotStarted.class)
        .hasMessageContaining("./satu demo")
        .hasMessageContaining("nothing-here");
  }
}
