package dev.satu.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ImportArgumentsTest {
  @Test
  void a_file_alone_is_sent_to_the_demo() {
    ImportArguments arguments = parse("lots.csv");

    assertThat(arguments)
        .isEqualTo(
            new ImportArguments(
                Path.of("lots.csv"),
                false,
                false,
                URI.create("http://127.0.0.1:8080"),
                null,
                Path.of(".satu", "demo")));
  }

  @Test
  void every_option_may_stand_before_or_behind_the_file() {
    assertThat(
            parse(
                "--update",
                "--url",
                "https://satu.test//",
                "lots.ndjson",
                "--progress",
                "--key",
                "satu_k",
                "--data",
                "here"))
        .isEqualTo(
            new ImportArguments(
                Path.of("lots.ndjson"),
                true,
                true,
                URI.create("https://satu.test"),
                "satu_k",
                Path.of("here")));
  }

  @ParameterizedTest
  @CsvSource({
    "lots.csv, text/csv",
    "LOTS.CSV, text/csv",
    "lots.ndjson, application/x-ndjson",
    "lots.jsonl, application/x-ndjson"
  })
  void the_ending_of_the_file_tells_its_format(String file, String type) {
    assertThat(parse(file).mediaType()).isEqualTo(type);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                      | import needs a file.
          lots.xlsx               | import reads files that end in .csv, .ndjson or .jsonl, not lots.xlsx.
          lots.csv more.csv       | import does not know more.csv.
          lots.csv --updates      | import does not know --updates.
          lots.csv --url          | --url needs a value.
          lots.csv --url satu     | --url is like http://127.0.0.1:8080, not satu.
          lots.csv --url ftp://a  | --url is like http://127.0.0.1:8080, not ftp://a.
          lots.csv --key          | --key needs a value.
          lots.csv --data         | --data needs a value.
          """)
  void what_is_wrong_is_named(String words, String told) {
    assertThatThrownBy(() -> parse(words.isEmpty() ? new String[0] : words.split(" ", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(told);
  }

  @Test
  void the_key_is_the_given_one_else_the_environments_else_the_demos(@TempDir Path data)
      throws IOException {
    Files.writeString(data.resolve("operator-key"), "satu_demo\n");
    Map<String, String> environment = Map.of("SATU_OPERATOR_KEY", " satu_env ");
    String here = data.toString();

    assertThat(parse("a.csv", "--data", here, "--key", "satu_k").operatorKey(environment))
        .isEqualTo("satu_k");
    assertThat(parse("a.csv", "--data", here).operatorKey(environment)).isEqualTo("satu_env");
    assertThat(parse("a.csv", "--data", here).operatorKey(Map.of())).isEqualTo("satu_demo");
  }

  @Test
  void without_any_key_it_says_where_one_would_be(@TempDir Path data) {
    assertThatThrownBy(() -> parse("a.csv", "--data", data.toString()).operatorKey(Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(data.resolve("operator-key").toString())
        .hasMessageContaining("SATU_OPERATOR_KEY");
  }

  private static ImportArguments parse(String... words) {
    return ImportArguments.parse(List.of(words));
  }
}
