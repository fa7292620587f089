package dev.satu.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Satu;
import dev.satu.server.Api;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What monitoring sees, and who may see it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class MetricsTest {
  @Inject EngineMetrics metrics;
  @Inject Satu satu;

  private static String scrape() {
    Reply reply = Wire.keyed("GET", "/q/metrics").send();
    assertThat(reply.status()).isEqualTo(200);
    return reply.body();
  }

  private static double value(String series) {
    List<String> found = scrape().lines().filter(line -> line.startsWith(series)).toList();
    return found.isEmpty() ? 0 : Double.parseDouble(found.getFirst().split(" ", -1)[1]);
  }

  @Test
  void metrics_are_shown_to_nobody_without_a_key() {
    assertThat(Wire.open("GET", "/q/metrics").send().status()).isEqualTo(401);
    assertThat(Wire.open("GET", "/q/metrics/").send().status()).isEqualTo(401);
    assertThat(Wire.open("GET", "/q//metrics").send().status()).isEqualTo(401);
  }

  @Test
  void metrics_are_shown_to_keys_that_may_read_and_to_no_others() {
    assertThat(scrapedBy(newKey("read")).status()).isEqualTo(200);
    for (String scope : List.of("claim", "settle", "operator")) {
      Reply refused = scrapedBy(newKey(scope));
      assertThat(refused.status()).as(scope).isEqualTo(403);
      assertThat(refused.member("error_code")).isEqualTo("SCOPE_MISSING");
      assertThat(refused.member("scope")).isEqualTo("read");
      assertThat(refused.body()).doesNotContain("satu_commands");
    }
  }

  private static Reply scrapedBy(String key) {
    return Wire.open("GET", "/q/metrics").header("Authorization", "Bearer " + key).send();
  }

  private static String newKey(String scope) {
    Reply made =
        Api.post(
            "/v1/keys",
            Api.newName("key"),
            "{\"account_id\": \"operator\", \"name\": \"Scrape\", \"scopes\": [\"%s\"]}"
                .formatted(scope));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return made.member("key");
  }

  @Test
  void a_command_is_counted_by_what_came_of_it() {
    String held = "satu_commands_seconds_count{command=\"place\",outcome=\"held\"}";
    String replay = "satu_commands_seconds_count{command=\"place\",outcome=\"replay\"}";
    String taken = "satu_commands_seconds_count{command=\"place\",outcome=\"unavailable\"}";
    double heldBefore = value(held);
    double replayBefore = value(replay);
    double takenBefore = value(taken);

    list("metrics-1");
    hold("metrics-1", "a", "metrics-a");
    hold("metrics-1", "a", "metrics-a");
    hold("metrics-1", "b", "metrics-b");

    assertThat(value(held)).isEqualTo(heldBefore + 1);
    assertThat(value(replay)).isEqualTo(replayBefore + 1);
    assertThat(value(taken)).isEqualTo(takenBefore + 1);
  }

  @Test
  void load_pool_and_machine_are_shown() {
    assertThat(scrape())
        .contains(
            "satu_commands_under_way ",
            "satu_commands_waiting ",
            "satu_doubtful_ends_total ",
            "agroal_awaiting_count{",
            "agroal_active_count{",
            "jvm_memory_used_bytes{",
            "http_server_requests_seconds_count{");
  }

  @Test
  void how_far_a_purge_lags_is_shown_in_seconds() {
    metrics.swept(satu.retention().events(), 500);
    metrics.lagged(satu.retention().events(), Duration.ofHours(2));

    assertThat(scrape())
        .contains(
            "satu_sweep_lag_seconds{sweep=\"old events\"} 7200.0",
            "satu_sweep_rows_total{sweep=\"old events\"} 500.0");
  }

  @Test
  void what_callers_write_into_paths_and_keys_makes_no_series() {
    for (int i = 0; i < 5; i++) {
      Wire.open("GET", "/no-key-no-path-" + i).send();
      Wire.keyed("GET", "/no-such-path-" + i).send();
      Wire.open("NO-METHOD-" + i, "/v1/assets").send();
      Wire.keyed("GET", "/v1/assets/no-such-asset-" + i).send();
      hold("no-such-lot-" + i, "no-such-buyer-" + i, "no-such-key-" + i);
    }

    assertThat(scrape())
        .doesNotContain("no-such", "no-key-no-path", "NO-METHOD", TestDatabase.OPERATOR_KEY);
  }

  private static void list(String asset) {
    Reply reply =
        Wire.keyed("POST", "/v1/assets")
            .header("Idempotency-Key", "list-" + asset)
            .json("{\"asset_id\":\"" + asset + "\",\"name\":\"A lot\"}")
            .send();
    assertThat(reply.status()).isEqualTo(201);
  }

  private static void hold(String asset, String buyer, String key) {
    Wire.keyed("POST", "/v1/assets/" + asset + "/reservations")
        .header("Idempotency-Key", key)
        .json("{\"buyer_id\":\"" + buyer + "\"}")
        .send();
  }
}
