package dev.satu.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code serve} takes from its environment, and what it refuses. */
final class ServeSettingsTest {
  private static final String KEY = "satu_0123456789abcdefghjkmnpqrstvwxyz";

  private static Map<String, String> right() {
    Map<String, String> environment = new HashMap<>();
    environment.put("SATU_DB_URL", "jdbc:postgresql://localhost/satu");
    environment.put("SATU_DB_USER", "satu");
    environment.put("SATU_DB_PASSWORD", "secret-password");
    environment.put("SATU_OPERATOR_KEY", KEY);
    environment.put("PATH", "/bin");
    return environment;
  }

  private static Map<String, String> right(String name, String value) {
    Map<String, String> environment = right();
    environment.put(name, value);
    return environment;
  }

  private static List<String> faults(Map<String, String> environment) {
    return catchThrowableOfType(ServeSettings.Refused.class, () -> ServeSettings.read(environment))
        .faults();
  }

  @Test
  void four_settings_are_enough_and_the_rest_have_defaults() throws ServeSettings.Refused {
    Map<String, String> properties = ServeSettings.read(right()).properties();

    assertThat(properties)
        .containsEntry("quarkus.datasource.jdbc.url", "jdbc:postgresql://localhost/satu")
        .containsEntry("quarkus.http.port", "8080")
        .containsEntry("quarkus.datasource.jdbc.max-size", "32")
        .containsEntry("satu.hold.default", "PT10M")
        .containsEntry("quarkus.shutdown.delay", "PT5S")
        .containsEntry("quarkus.log.console.json.enabled", "false")
        .containsEntry("quarkus.otel.sdk.disabled", "true")
        .doesNotContainKey("quarkus.otel.exporter.otlp.traces.endpoint");
  }

  @Test
  void json_logs_and_traces_are_switched_on_by_their_settings() throws ServeSettings.Refused {
    Map<String, String> environment = right("SATU_LOG_FORMAT", "json");
    environment.put("SATU_TRACES_URL", "http://collector:4317");

    assertThat(ServeSettings.read(environment).properties())
        .containsEntry("quarkus.log.console.json.enabled", "true")
        .containsEntry("quarkus.otel.sdk.disabled", "false")
        .containsEntry("quarkus.otel.exporter.otlp.traces.endpoint", "http://collector:4317");
  }

  @ParameterizedTest
  @EnumSource(
      value = Setting.class,
      names = {"DB_URL", "DB_USER", "DB_PASSWORD", "OPERATOR_KEY"})
  void a_setting_without_a_default_must_be_given(Setting setting) {
    Map<String, String> environment = right(setting.variable(), "  ");

    assertThat(faults(environment)).containsExactly(setting.variable() + " is not set.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SATU_DB_URL         | postgres://localhost/satu
          SATU_DB_URL         | jdbc:mysql://localhost/satu
          SATU_DB_URL         | jdbc:postgresql://h/satu?options=-c%20fsync=off
          SATU_DB_URL         | jdbc:postgresql://h/satu?ssl=true&socketTimeout=0
          SATU_DB_URL         | jdbc:postgresql://h/satu?user=a
          SATU_DB_URL         | jdbc:postgresql://h/satu?password=a
          SATU_DB_POOL        | many
          SATU_DB_POOL        | -1
          SATU_DB_POOL        | 4
          SATU_OPERATOR_KEY   | satu_short
          SATU_OPERATOR_KEY   | letmein
          SATU_HTTP_PORT      | 0
          SATU_HTTP_PORT      | 65536
          SATU_HTTP_PORT      | tcp://10.0.0.1:80
          SATU_HOLD_DEFAULT   | 10
          SATU_HOLD_DEFAULT   | 10m
          SATU_HOLD_DEFAULT   | PT25H
          SATU_HOLD_DEFAULT   | PT0S
          SATU_HOLD_MAX       | PT48H
          SATU_HOLD_MAX       | PT5M
          SATU_EXTEND_WINDOW  | PT0S
          SATU_EXTENSIONS     | -1
          SATU_EXTENSIONS     | 1.5
          SATU_SWEEP_EVERY    | PT0.01S
          SATU_SWEEP_BATCH    | 0
          SATU_RETRIES        | 21
          SATU_WAITING        | 0
          SATU_KEYS_KEPT      | PT24H
          SATU_STORY_KEPT     | P30D
          SATU_STORY_KEPT     | 400
          SATU_UNDER_WAY      | 0
          SATU_DRAIN_DELAY    | -PT1S
          SATU_DRAIN_DELAY    | PT11M
          SATU_DRAIN_TIMEOUT  | PT11M
          SATU_LOG_FORMAT     | JSON
          SATU_LOG_LEVEL      | TRACE
          SATU_TRACES_URL     | collector:4317
          """)
  void a_bad_value_is_refused_by_the_name_of_its_variable(String variable, String value) {
    List<String> faults = faults(right(variable, value));

    assertThat(faults).hasSize(1);
    // A default may be what no longer fits the value: then it is the default that is named.
    assertThat(faults.getFirst()).matches("SATU_[A-Z_]+ .*\\.");
    if (!value.equals("PT5M")) {
      assertThat(faults.getFirst()).startsWith(variable);
    }
  }

  @Test
  void everything_that_is_wrong_is_told_at_once() {
    Map<String, String> environment = right("SATU_HTTP_PORT", "http");
    environment.put("SATU_HOLD_MAX", "long");
    environment.remove("SATU_DB_USER");

    assertThat(faults(environment))
        .hasSize(3)
        .anyMatch(fault -> fault.startsWith("SATU_DB_USER"))
        .anyMatch(fault -> fault.startsWith("SATU_HTTP_PORT"))
        .anyMatch(fault -> fault.startsWith("SATU_HOLD_MAX"));
  }

  @Test
  void a_story_shorter_than_stored_answers_and_holds_is_refused_by_its_name() {
    Map<String, String> environment = right("SATU_KEYS_KEPT", "P60D");
    environment.put("SATU_STORY_KEPT", "P60D");

    assertThat(faults(environment)).singleElement().asString().startsWith("SATU_STORY_KEPT is ");
  }

  @Test
  void a_misspelt_setting_is_refused() {
    assertThat(faults(right("SATU_HOLD_DEFUALT", "PT5M")))
        .containsExactly("SATU_HOLD_DEFUALT is no setting of Satu.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SATU_PORT",
        "SATU_PORT_8080_TCP",
        "SATU_PORT_8080_TCP_ADDR",
        "SATU_SERVICE_HOST",
        "SATU_SERVICE_PORT",
        "SATU_SERVICE_PORT_HTTP",
        "SATU_TEST_DB_URL"
      })
  void what_kubernetes_and_the_tests_set_is_passed_over(String name) throws ServeSettings.Refused {
    assertThat(ServeSettings.read(right(name, "tcp://10.0.0.1:8080")).number(Setting.HTTP_PORT))
        .isEqualTo(8080);
  }

  @Test
  void no_message_repeats_a_secret() {
    Map<String, String> environment = right("SATU_OPERATOR_KEY", "satu_hunter2hunter2");
    environment.put("SATU_DB_URL", "jdbc:postgresql://h/satu?user=a&password=hunter2");

    assertThat(faults(environment)).hasSize(2).noneMatch(fault -> fault.contains("hunter2"));
  }
}
