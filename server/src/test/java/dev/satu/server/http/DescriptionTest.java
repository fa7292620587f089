package dev.satu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The description can be worked with as it stands: its examples are sent, and answered. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class DescriptionTest {
  private static JsonNode paths() {
    return Wire.open("GET", "/q/openapi?format=json").send().json().path("paths");
  }

  private static JsonNode example(String path) {
    return paths()
        .path(path)
        .path("post")
        .path("requestBody")
        .path("content")
        .path("application/json")
        .path("example");
  }

  private static Reply post(String path, String key, JsonNode body) {
    return Wire.keyed("POST", path).header("Idempotency-Key", key).json(body.toString()).send();
  }

  @Test
  void every_call_that_reads_a_body_has_one_to_try() {
    List<String> without = new ArrayList<>();
    paths()
        .properties()
        .forEach(path -> {
          JsonNode post = path.getValue().path("post");
          if (path.getKey().startsWith("/v1/")
              && !path.getKey().startsWith("/v1/test/")
              && post.at("/requestBody/content").has("application/json")
              && example(path.getKey()).isMissingNode()) {
            without.add(path.getKey());
          }
        });
    assertThat(without).isEmpty();
  }

  @Test
  void every_mutation_asks_for_its_key_and_every_call_tells_its_refusals() {
    paths()
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(call -> {
                  String described = call.getValue().toString();
                  assertThat(described).contains("application/problem+json");
                  if (call.getKey().equals("post")) {
                    assertThat(described).contains("\"Idempotency-Key\"");
                  }
                }));
  }

  @Test
  void no_type_of_the_framework_is_described() {
    // A resource method whose RoutingContext lacks @Context is described as reading one.
    assertThat(Wire.open("GET", "/q/openapi?format=json").send().body())
        .doesNotContain("RoutingContext");
  }

  @Test
  void the_examples_work_one_after_the_other() {
    JsonNode asset = example("/v1/assets");
    assertThat(post("/v1/assets", "example-1", asset).status()).isEqualTo(201);

    String assets = "/v1/assets/" + asset.path("asset_id").asText() + "/reservations";
    Reply held = post(assets, "example-2", example("/v1/assets/{asset_id}/reservations"));
    assertThat(held.status()).isEqualTo(201);
    String reservation = "/v1/reservations/" + held.member("reservation_id");

    assertThat(
            post(
                    reservation + "/extend",
                    "example-3",
                    example("/v1/reservations/{reservation_id}/extend"))
                .status())
        .isEqualTo(200);
    assertThat(
            post(
                    reservation + "/commit",
                    "example-4",
                    example("/v1/reservations/{reservation_id}/commit"))
                .status())
        .isEqualTo(200);
    assertThat(asset).isInstanceOf(ObjectNode.class);
  }
}
