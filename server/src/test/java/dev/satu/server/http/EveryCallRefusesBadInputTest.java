package dev.satu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import dev.satu.value.KeyId;
import dev.satu.value.ReservationId;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Bad input at every call that the service describes, made from the description: a call that comes
 * new is tried from then on. Each is refused with the field named, and no row of any table changes.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class EveryCallRefusesBadInputTest {
  /** Its body is a file, which tests of its own break. */
  private static final String IMPORT = "post /v1/assets/import";

  private static final List<String> NO_IDS =
      List.of("%00", "a%20b", "%C3%A4", "%E2%80%8B", "a%2Fb", "%ED%A0%80", "x".repeat(65), "'--");

  private static final List<String> NO_KEYS = List.of("", "ä", "a\tb", "x".repeat(129));

  private static final List<String> NO_TAGS =
      List.of("", "7", "*", "W/\"7\"", "\"x\"", "\"\"", "\"99999999999999999999\"", "\"1\", \"2\"");

  /** What forms send empty, and then is not given. */
  private static final Set<String> FILTERS =
      Stream.of("status", "category", "text", "currency", "price_min", "price_max", "sort")
          .map(name -> "get /v1/assets?" + name)
          .collect(Collectors.toSet());

  private static final List<String> NO_PARAMETERS = List.of("", "%00", "%0A", "x".repeat(600));

  @Inject ResourceMethods methods;

  private Map<String, String> before = Map.of();

  @BeforeEach
  void rows_are_as_they_are() throws SQLException {
    before = Rows.fingerprints();
  }

  @AfterEach
  void no_row_of_any_table_has_changed() throws SQLException {
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  private static JsonNode document() {
    return Wire.open("GET", "/q/openapi?format=json").send().json();
  }

  /** Method and path of each call, and its description. */
  private static Map<String, JsonNode> calls(JsonNode document) {
    Map<String, JsonNode> calls = new TreeMap<>();
    document
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(call -> calls.put(call.getKey() + " " + path.getKey(), call.getValue())));
    calls.keySet().removeIf(name -> name.contains(" /v1/test/"));
    return calls;
  }

  /** The path of a call about things that nobody has. */
  private static String path(String name) {
    return name.substring(name.indexOf(' ') + 1)
        .replace("{asset_id}", "no-such-lot")
        .replace("{account_id}", "no-such-account")
        .replace("{reservation_id}", ReservationId.create((short) 1).text())
        .replace("{key_id}", KeyId.create((short) 1).text());
  }

  private static Wire request(String name, String path) {
    String method = name.substring(0, name.indexOf(' ')).toUpperCase(Locale.ROOT);
    return Wire.keyed(method, path);
  }

  private static Wire keyed(String name, String path) {
    Wire request = request(name, path);
    if (!name.startsWith("get ")) {
      request.header("Idempotency-Key", Api.newName("bad"));
    }
    return name.startsWith("patch ") ? request.header("If-Match", "\"1\"") : request;
  }

  private static Wire withBody(Wire request, JsonNode call) {
    JsonNode example = call.at("/requestBody/content/application~1json/example");
    return example.isMissingNode()
        ? request.header("Content-Length", "0")
        : request.json(example.toString());
  }

  private static List<String> parameters(JsonNode call, String in) {
    List<String> names = new ArrayList<>();
    for (JsonNode parameter : call.path("parameters")) {
      if (parameter.path("in").asText().equals(in)) {
        names.add(parameter.path("name").asText());
      }
    }
    return names;
  }

  private static void names(SoftAssertions all, String what, Reply reply, String field) {
    all.assertThat(reply.status()).as(what + " -> " + reply.body()).isEqualTo(400);
    if (reply.status() == 400) {
      all.assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
      all.assertThat(reply.member("error_code")).as(what).isIn("INVALID_FIELD", "UNKNOWN_FIELD");
      all.assertThat(reply.member("field"))
          .as(what)
          .matches(named -> named.equals(field) || named.startsWith(field + "["), field);
    }
  }

  @Test
  void every_route_is_described() {
    Set<String> served = new TreeSet<>();
    for (String route : methods.all()) {
      if (!route.contains(" /v1/test/")) {
        int space = route.indexOf(' ');
        served.add(route.substring(0, space).toLowerCase(Locale.ROOT) + route.substring(space));
      }
    }
    assertThat(calls(document()).keySet()).isEqualTo(served);
  }

  @Test
  void every_change_but_the_import_is_tried_with_bad_bodies_or_reads_none() {
    calls(document())
        .forEach((name, call) -> {
          if (call.has("requestBody") && !name.equals(IMPORT)) {
            assertThat(call.at("/requestBody/content/application~1json/example").isObject())
                .as(name)
                .isTrue();
          }
        });
  }

  @Test
  void every_field_of_every_body() {
    JsonNode document = document();
    BadValues values = new BadValues(document);
    SoftAssertions all = new SoftAssertions();
    int tried = 0;
    for (Map.Entry<String, JsonNode> call : calls(document).entrySet()) {
      String name = call.getKey();
      if (!call.getValue().has("requestBody") || name.equals(IMPORT)) {
        continue;
      }
      for (BadValues.Bad bad : values.of(call.getValue())) {
        Reply reply = keyed(name, path(name)).json(bad.body()).send();
        names(all, name + " " + shortened(bad.body()), reply, bad.field());
        tried++;
      }
    }
    all.assertAll();
    assertThat(tried).isGreaterThan(300);
  }

  @Test
  void every_id_in_a_path() {
    SoftAssertions all = new SoftAssertions();
    calls(document())
        .forEach((name, call) -> {
          for (String parameter : parameters(call, "path")) {
            for (String id : NO_IDS) {
              String route = name.substring(name.indexOf(' ') + 1);
              String path = path("- " + route.replace("{" + parameter + "}", id));
              Reply reply = withBody(keyed(name, path), call).send();
              String what = name + " of " + shortened(id) + " -> " + reply.body();
              all.assertThat(reply.status()).as(what).isIn(400, 404);
              if (reply.member("error_code").equals("INVALID_FIELD")) {
                all.assertThat(reply.member("field")).as(what).isEqualTo(parameter);
              }
            }
          }
        });
    all.assertAll();
  }

  @Test
  void every_idempotency_key() {
    SoftAssertions all = new SoftAssertions();
    calls(document())
        .forEach((name, call) -> {
          if (name.startsWith("get ")) {
            return;
          }
          Reply without = withBody(request(name, path(name)), call).send();
          all.assertThat(without.member("error_code")).as(name).isIn(codes(name, "_MISSING"));
          for (String key : NO_KEYS) {
            Reply reply =
                withBody(request(name, path(name)).header("Idempotency-Key", key), call).send();
            all.assertThat(reply.status()).as(name + " " + key).isIn(400, 415);
            all.assertThat(reply.member("error_code")).as(name).isIn(codes(name, "_INVALID"));
          }
        });
    all.assertAll();
  }

  /** The import looks at the type of its file first. */
  private static List<String> codes(String name, String end) {
    return name.equals(IMPORT)
        ? List.of("IDEMPOTENCY_KEY" + end, "UNSUPPORTED_MEDIA_TYPE")
        : List.of("IDEMPOTENCY_KEY" + end);
  }

  @Test
  void every_version_that_a_change_was_made_for() {
    SoftAssertions all = new SoftAssertions();
    calls(document())
        .forEach((name, call) -> {
          if (!name.startsWith("patch ")) {
            return;
          }
          Wire without = request(name, path(name)).header("Idempotency-Key", Api.newName("bad"));
          all.assertThat(withBody(without, call).send().status()).as(name).isEqualTo(428);
          for (String tag : NO_TAGS) {
            Wire request =
                request(name, path(name))
                    .header("Idempotency-Key", Api.newName("bad"))
                    .header("If-Match", tag);
            names(all, name + " " + tag, withBody(request, call).send(), "If-Match");
          }
        });
    all.assertAll();
  }

  @Test
  void every_parameter_of_a_query() {
    SoftAssertions all = new SoftAssertions();
    calls(document())
        .forEach((name, call) -> {
          for (String parameter : parameters(call, "query")) {
            List<String> bad = new ArrayList<>();
            NO_PARAMETERS.forEach(value -> bad.add(parameter + "=" + value));
            bad.add(parameter);
            if (FILTERS.contains(name + "?" + parameter)) {
              bad.removeAll(List.of(parameter, parameter + "="));
            }
            bad.add(parameter + "=a&" + parameter + "=b");
            if (parameter.equals("limit")) {
              List.of("0", "-1", "1.5", "x", "201", "99999999999", "%C3%A4")
                  .forEach(value -> bad.add("limit=" + value));
            }
            for (String query : bad) {
              Wire request = keyed(name, path(name) + "?" + query);
              if (name.equals(IMPORT)) {
                request.header("Content-Type", "text/csv");
              }
              names(all, name + "?" + shortened(query), withBody(request, call).send(), parameter);
            }
          }
        });
    all.assertAll();
  }

  @Test
  void a_query_that_cannot_be_decoded() {
    for (String query : List.of("limit=%zz", "limit=%", "cursor=%ff%zz")) {
      assertThat(Wire.keyed("GET", "/v1/assets?" + query).send().status()).as(query).isEqualTo(400);
    }
  }

  private static String shortened(String text) {
    return text.length() < 300 ? text : text.substring(0, 300) + "…";
  }
}
