package dev.satu.server.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.testkit.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code check} says, and by which exit code. */
final class CheckVerbTest {
  @RegisterExtension
  static final TestDatabase database = TestDatabase.migratedFrom("classpath:dev/satu/migration");

  @RegisterExtension static final TestDatabase empty = TestDatabase.empty();

  private record Said(int code, String out, String err) {}

  private static Said check(Map<String, String> environment, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        CheckVerb.run(
            List.of(words),
            environment,
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    return new Said(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  private static Map<String, String> of(TestDatabase database) {
    String password = database.password();
    return Map.of(
        "SATU_DB_URL",
        database.jdbcUrl(),
        "SATU_DB_USER",
        database.user(),
        "SATU_DB_PASSWORD",
        password.isEmpty() ? "none" : password);
  }

  @Test
  void what_agrees_is_0_and_what_differs_is_1_with_its_id() {
    Said before = check(of(database));
    assertThat(before.out()).isEqualTo("All rows and events agree.\n");
    assertThat(before.code()).isZero();

    database.execute(
        """
        INSERT INTO asset (slot, id, name, created_at) VALUES (1, 'by-hand', 'A lot', clock_timestamp())
        """);
    Said after = check(of(database));
    assertThat(after.code()).isEqualTo(1);
    assertThat(after.out())
        .contains("asset by-hand\n  is         AVAILABLE, version 1\n  should be  ")
        .contains("invariant by-hand\n")
        .contains("what to do ")
        .endsWith(" differences.\n");
  }

  @Test
  void settings_that_are_missing_are_2_and_each_is_named() {
    Said said = check(Map.of("SATU_DB_URL", "jdbc:postgresql://h/satu"));
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("SATU_DB_USER is not set.", "SATU_DB_PASSWORD is not set.");
    assertThat(said.err()).doesNotContain("SATU_OPERATOR_KEY");
  }

  @Test
  void a_database_that_is_not_there_or_has_no_schema_is_2() {
    Said nowhere =
        check(
            Map.of(
                "SATU_DB_URL",
                "jdbc:postgresql://127.0.0.1:1/satu",
                "SATU_DB_USER",
                "satu",
                "SATU_DB_PASSWORD",
                "hunter2"));
    assertThat(nowhere.code()).isEqualTo(2);
    assertThat(nowhere.err()).contains("cannot be asked").doesNotContain("hunter2");

    Said bare = check(of(empty));
    assertThat(bare.code()).isEqualTo(2);
    assertThat(bare.err()).contains("has not this version's schema");
  }

  @Test
  void words_after_the_verb_are_refused() {
    assertThatThrownBy(() -> check(Map.of(), "--fix"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--fix");
  }
}
