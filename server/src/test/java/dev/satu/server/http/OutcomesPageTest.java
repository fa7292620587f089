package dev.satu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of outcomes and the code agree. */
final class OutcomesPageTest {
  private static final Path PAGE = Path.of("..", "docs", "outcomes.md");
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `([A-Z_]+)` \\| (\\d+) \\| (.+) \\| ([a-z, ]+) \\|$", Pattern.MULTILINE);

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE)).results().toList();
  }

  private static String words(ErrorCode.Advice advice) {
    return switch (advice) {
      case MEND -> "mend";
      case LATER_SAME_KEY -> "same key, later";
      case NEW_KEY -> "new key";
      case NEVER -> "never";
    };
  }

  @ParameterizedTest
  @EnumSource
  void every_code_has_one_row_with_its_status_and_its_advice(ErrorCode code) throws IOException {
    List<String> found =
        rows().stream()
            .filter(row -> row.group(1).equals(code.name()))
            .map(row -> row.group(2) + " " + row.group(4))
            .toList();
    assertThat(found).containsExactly(code.status() + " " + words(code.advice()));
  }

  @Test
  void every_row_names_a_code_that_exists() throws IOException {
    List<String> codes = Arrays.stream(ErrorCode.values()).map(ErrorCode::name).toList();
    assertThat(rows()).extracting(row -> row.group(1)).isSubsetOf(codes);
    assertThat(Files.readAllLines(PAGE))
        .filteredOn(line -> line.matches("\\| `[A-Z_]+` .*"))
        .as("rows of refusals that do not have the four columns")
        .hasSameSizeAs(rows());
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.Advice.class)
  void every_advice_is_explained_above_the_tables(ErrorCode.Advice advice) throws IOException {
    assertThat(Files.readString(PAGE)).contains("*" + words(advice) + "*");
  }
}
