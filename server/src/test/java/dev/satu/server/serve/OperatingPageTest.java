package dev.satu.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.security.TokenSettings;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of settings in {@code docs/operating.md} is the settings that there are. */
final class OperatingPageTest {
  private static final Path PAGE = Path.of("../docs/operating.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `(SATU_[A-Z_]+)` \\| (.+?) \\| (.+) \\|$", Pattern.MULTILINE);

  private record Row(String variable, String otherwise) {}

  private static List<Row> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE))
        .results()
        .map(found -> new Row(found.group(1), found.group(2)))
        .toList();
  }

  private static Row rowOf(Setting setting) {
    String otherwise =
        setting
            .otherwise()
            .map(text -> text.isEmpty() ? "none" : "`" + text + "`")
            .orElse("required");
    return new Row(setting.variable(), otherwise);
  }

  @Test
  void every_setting_has_its_row_with_its_default_and_no_row_is_without_a_setting()
      throws IOException {
    assertThat(rows())
        .containsExactlyElementsOf(
            Arrays.stream(Setting.values()).map(OperatingPageTest::rowOf).toList());
  }

  @Test
  void no_other_variable_is_named_on_the_page() throws IOException {
    Matcher names = Pattern.compile("`?(SATU_[A-Z_]+[A-Z])").matcher(Files.readString(PAGE));
    List<String> settings = Arrays.stream(Setting.values()).map(Setting::variable).toList();

    assertThat(names.results().map(found -> found.group(1)).distinct().toList())
        .filteredOn(name -> !settings.contains(name) && !name.startsWith("SATU_TOKENS_"))
        .containsExactlyInAnyOrder("SATU_TEST", "SATU_PORT", "SATU_SERVICE_HOST");
  }

  @Test
  void every_part_of_an_issuer_of_tokens_is_on_the_page_and_may_be_set() throws IOException {
    String page = Files.readString(PAGE);
    for (Method part : TokenSettings.Issuer.class.getDeclaredMethods()) {
      String variable =
          "SATU_TOKENS_SHOP_"
              + part.getName().replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
      assertThat(page).contains("`" + variable + "`");
      assertThat(ServeSettings.isKnown(variable)).as(variable).isTrue();
    }
  }
}
