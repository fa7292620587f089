package dev.satu.server.traces;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import dev.satu.testkit.Waits;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HexFormat;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

/** What leaves the service as spans, seen by the collector that they are sent to. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@QuarkusTestResource(value = TraceReceiver.class, restrictToAnnotatedClass = true)
final class TracesHttpTest {
  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00f067aa0ba902b7";

  /** All bytes that came so far, a character each. */
  private static String received() throws IOException, InterruptedException {
    String collector =
        ConfigProvider.getConfig()
            .getValue("quarkus.otel.exporter.otlp.traces.endpoint", String.class);
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return new String(
          client
              .send(
                  HttpRequest.newBuilder(URI.create(collector + "/received")).build(),
                  HttpResponse.BodyHandlers.ofByteArray())
              .body(),
          ISO_8859_1);
    }
  }

  private static String bytes(String hex) {
    return new String(HexFormat.of().parseHex(hex), ISO_8859_1);
  }

  @Test
  void a_callers_trace_is_continued_by_a_span_that_names_the_route() throws Exception {
    String asset = Api.newAsset();

    Reply held =
        Wire.keyed("POST", Api.holds(asset))
            .header("Idempotency-Key", Api.newName("key"))
            .header("traceparent", "00-" + TRACE + "-" + PARENT + "-01")
            .json("{\"buyer_id\": \"b\"}")
            .send();

    assertThat(held.status()).isEqualTo(201);
    Waits.until("its span came", BOUND, () -> received().contains(bytes(TRACE)));
    Waits.until(
        "the route came", BOUND, () -> received().contains("/v1/assets/{asset_id}/reservations"));
    assertThat(received())
        .contains(bytes(PARENT), "http.route", "POST", "http.response.status_code");
  }

  @Test
  void a_span_tells_no_key_no_buyer_and_nothing_of_the_body() throws Exception {
    String asset = Api.newAsset();
    String buyer = Api.newName("buyer");
    String idempotencyKey = Api.newName("key");
    String payment = Api.newName("payment");
    Reply made =
        Api.post(
            "/v1/keys",
            Api.newName("key"),
            "{\"account_id\":\"operator\",\"name\":\"Traced\",\"scopes\":[\"read\"]}");
    String reservation = Api.hold(asset, buyer, idempotencyKey).member("reservation_id");
    Api.commit(reservation, payment);
    Wire.open("GET", "/v1/assets/" + asset)
        .header("Authorization", "Bearer " + made.member("key"))
        .header("Cookie", "session=" + buyer)
        .send();
    Wire.open("GET", "/v1/assets").header("Authorization", "Bearer wrong-" + buyer).send();
    String last = Api.newAsset();
    Api.asset(last);

    Waits.until("the spans of all calls came", BOUND, () -> received().contains(last));

    assertThat(made.member("key")).startsWith("satu_");
    assertThat(received())
        .contains("/v1/reservations/{reservation_id}/commit", reservation)
        .doesNotContain(
            TestDatabase.OPERATOR_KEY,
            made.member("key"),
            "Bearer",
            buyer,
            idempotencyKey,
            payment);
  }
}
