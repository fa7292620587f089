package dev.satu.server;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The description that the service gives of itself is one that a client can be made from. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class OpenApiTest {
  private static final Map<String, String> SCOPES =
      Map.ofEntries(
          Map.entry("get /v1/assets", "read"),
          Map.entry("get /v1/imports", "operator"),
          Map.entry("get /v1/imports/{import_id}", "operator"),
          Map.entry("post /v1/assets", "operator"),
          Map.entry("get /v1/assets/{asset_id}", "read"),
          Map.entry("post /v1/assets/{asset_id}/reservations", "claim"),
          Map.entry("get /v1/reservations/{reservation_id}", "claim"),
          Map.entry("post /v1/reservations/{reservation_id}/commit", "settle"),
          Map.entry("post /v1/reservations/{reservation_id}/release", "claim"),
          Map.entry("post /v1/reservations/{reservation_id}/extend", "claim"),
          Map.entry("get /v1/assets/{asset_id}/history", "read"),
          Map.entry("patch /v1/assets/{asset_id}", "operator"),
          Map.entry("post /v1/assets/import", "operator"),
          Map.entry("post /v1/assets/{asset_id}/withdraw", "operator"),
          Map.entry("post /v1/assets/{asset_id}/relist", "operator"),
          Map.entry("post /v1/assets/{asset_id}/cancel-sale", "operator"),
          Map.entry("post /v1/assets/{asset_id}/release", "operator"),
          Map.entry("get /v1/accounts", "operator"),
          Map.entry("post /v1/accounts", "operator"),
          Map.entry("get /v1/accounts/{account_id}", "operator"),
          Map.entry("patch /v1/accounts/{account_id}", "operator"),
          Map.entry("get /v1/keys", "operator"),
          Map.entry("post /v1/keys", "operator"),
          Map.entry("get /v1/keys/{key_id}", "operator"),
          Map.entry("post /v1/keys/{key_id}/rotate", "operator"),
          Map.entry("post /v1/keys/{key_id}/revoke", "operator"));

  private static JsonNode document() {
    Wire.Reply reply = Wire.open("GET", "/q/openapi?format=json").send();
    assertThat(reply.status()).isEqualTo(200);
    return reply.json();
  }

  /** The calls of the document, by method and path, without those of the tests. */
  static Map<String, JsonNode> calls(JsonNode document) {
    Map<String, JsonNode> calls = new TreeMap<>();
    document
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(call -> calls.put(call.getKey() + " " + path.getKey(), call.getValue())));
    calls.keySet().removeIf(call -> call.contains(" /v1/test/"));
    return calls;
  }

  private static Set<String> statuses(JsonNode call) {
    Set<String> statuses = new TreeSet<>();
    call.path("responses").fieldNames().forEachRemaining(statuses::add);
    return statuses;
  }

  @Test
  void every_route_is_there_with_its_scope() {
    Map<String, String> scopes =
        calls(document()).entrySet().stream()
            .collect(
                toMap(
                    Map.Entry::getKey,
                    call -> call.getValue().at("/security/0/bearer/0").asText()));
    assertThat(scopes).isEqualTo(SCOPES);
    assertThat(document().at("/components/securitySchemes/bearer/scheme").asText())
        .isEqualTo("bearer");
  }

  @Test
  void every_route_says_what_it_can_refuse() {
    calls(document())
        .forEach((name, call) -> {
          assertThat(statuses(call)).as(name).contains("400", "401", "403", "500", "503");
          if (name.contains("{")) {
            assertThat(statuses(call)).as(name).contains("404");
          }
          if (name.startsWith("post")) {
            assertThat(statuses(call)).as(name).contains("200", "409", "422");
          }
          if (name.endsWith("/commit") || name.endsWith("/extend")) {
            assertThat(statuses(call)).as(name).contains("410");
          }
          call.path("responses")
              .properties()
              .forEach(response -> {
                String type =
                    response.getKey().startsWith("2")
                        ? "application/json"
                        : "application/problem+json";
                assertThat(
                        response.getValue().path("content").path(type).at("/schema/$ref").asText())
                    .as(name + " " + response.getKey())
                    .startsWith("#/components/schemas/");
                assertThat(response.getValue().path("description").asText()).isNotEmpty();
              });
        });
  }

  @Test
  void every_change_needs_an_idempotency_key_and_no_reading_does() {
    calls(document())
        .forEach((name, call) -> {
          List<String> required = new ArrayList<>();
          for (JsonNode parameter : call.path("parameters")) {
            if (parameter.path("in").asText().equals("header")) {
              assertThat(parameter.path("required").asBoolean()).isTrue();
              required.add(parameter.path("name").asText());
            }
          }
          assertThat(required)
              .as(name)
              .isEqualTo(
                  switch (name.substring(0, name.indexOf(' '))) {
                    case "get" -> List.of();
                    case "patch" -> List.of("Idempotency-Key", "If-Match");
                    default -> List.of("Idempotency-Key");
                  });
        });
  }

  @Test
  void the_bodies_are_those_that_are_read() {
    JsonNode document = document();
    Map<String, JsonNode> calls = calls(document);
    assertThat(body(document, "post /v1/assets/{asset_id}/reservations"))
        .isEqualTo("buyer_id,hold_for required buyer_id");
    assertThat(body(document, "post /v1/assets"))
        .isEqualTo("asset_id,name,category,price,hold_for,attributes required asset_id,name");
    assertThat(body(document, "post /v1/reservations/{reservation_id}/commit"))
        .isEqualTo("payment_ref,gateway,amount,currency required payment_ref");
    assertThat(body(document, "post /v1/reservations/{reservation_id}/extend"))
        .isEqualTo("extend_by required extend_by");
    calls.forEach((name, call) -> {
      if (name.startsWith("get") || name.endsWith("{reservation_id}/release")) {
        assertThat(call.has("requestBody")).as(name).isFalse();
      }
    });
  }

  private static String body(JsonNode document, String name) {
    JsonNode call = document.path("paths").path(name.split(" ", 2)[1]).path("post");
    String ref = call.at("/requestBody/content/application~1json/schema/$ref").asText();
    JsonNode schema = document.at(ref.substring(1));
    List<String> names = new ArrayList<>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(member -> required.add(member.asText()));
    return String.join(",", names) + " required " + String.join(",", required);
  }

  @Test
  void every_name_is_in_snake_case_and_nothing_of_the_inside_shows() {
    JsonNode schemas = document().at("/components/schemas");
    assertThat(schemas.size()).isPositive();
    schemas
        .properties()
        .forEach(schema ->
            schema
                .getValue()
                .path("properties")
                .fieldNames()
                .forEachRemaining(
                    name -> assertThat(name).as(schema.getKey()).matches("[a-z]+(_[a-z]+)*")));
    assertThat(schemas.toString())
        .doesNotContain("RoutingContext")
        .doesNotContain("Buffer")
        .doesNotContain("Node");
    assertThat(schemas.at("/NewAsset/properties/attributes/type").asText()).isEqualTo("object");
    assertThat(schemas.at("/AssetPageShown/properties/next_cursor/type").toString())
        .isEqualTo("[\"string\",\"null\"]");
  }

  @Test
  void an_answer_has_the_members_that_its_schema_names() {
    JsonNode schemas = document().at("/components/schemas");
    String asset = Api.newAsset("\"price\": {\"amount\": 5, \"currency\": \"EUR\"}");
    Wire.Reply held = Api.hold(asset, "b");
    fits(schemas, "AssetShown", Api.asset(asset).json());
    fits(schemas, "AssetPageShown", Api.get("/v1/assets?limit=1").json());
    fits(schemas, "ReservationShown", held.json());
    fits(schemas, "ReservationShown", Api.hold(asset, "b").json());
    Api.extend(held.member("reservation_id"), "PT1M");
    JsonNode sold =
        Api.commit(
                held.member("reservation_id"),
                Api.newName("key"),
                "{\"payment_ref\": \"%s\", \"amount\": 5, \"currency\": \"EUR\"}"
                    .formatted(Api.newName("pay")))
            .json();
    fits(schemas, "ReservationShown", sold);
    fits(schemas, "PaymentShown", sold.path("payment"));
    fits(
        schemas,
        "Problem",
        new ObjectMapper().createObjectNode().setAll(withoutExtensions(Api.hold(asset, "c"))));
  }

  private static Map<String, JsonNode> withoutExtensions(Wire.Reply problem) {
    Map<String, JsonNode> members = new TreeMap<>();
    problem.json().properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    members.keySet().removeAll(Set.of("reason", "retry_after"));
    return members;
  }

  private static void fits(JsonNode schemas, String schema, JsonNode answer) {
    Set<String> known = new TreeSet<>();
    schemas.path(schema).path("properties").fieldNames().forEachRemaining(known::add);
    Set<String> needed = new TreeSet<>();
    schemas.path(schema).path("required").forEach(name -> needed.add(name.asText()));
    Set<String> given = new TreeSet<>();
    answer.fieldNames().forEachRemaining(given::add);
    assertThat(given).as(schema).isSubsetOf(known).containsAll(needed);
  }
}
