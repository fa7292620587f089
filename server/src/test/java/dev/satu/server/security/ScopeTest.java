package dev.satu.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every route that the service describes is closed to whoever shows no key in force. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ScopeTest {
  private record Route(String method, String path) {}

  private static List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    Wire.open("GET", "/q/openapi?format=json")
        .send()
        .json()
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .fieldNames()
                .forEachRemaining(method ->
                    routes.add(new Route(method.toUpperCase(Locale.ROOT), path.getKey()))));
    return routes;
  }

  private static Reply call(Route route, String asset, String reservation, String authorization) {
    Wire request =
        Wire.open(
                route.method(),
                route
                    .path()
                    .replace("{asset_id}", asset)
                    .replace("{reservation_id}", reservation)
                    .replaceAll("\\{[a-z_]+}", "x"))
            .header("Idempotency-Key", Api.newName("key"));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return request.json(body(route.path())).send();
  }

  private static String body(String path) {
    if (path.endsWith("/reservations")) {
      return "{\"buyer_id\": \"b\"}";
    }
    if (path.endsWith("/commit")) {
      return "{\"payment_ref\": \"" + Api.newName("pay") + "\"}";
    }
    return path.endsWith("/extend")
        ? "{\"extend_by\": \"PT1M\"}"
        : "{\"asset_id\": \"" + Api.newName("lot") + "\", \"name\": \"A\"}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer satu_0000000000000000000000000000zzzz",
        "Bearer",
        "Basic c2F0dTpzYXR1",
        "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJiIn0."
      })
  void no_route_answers_or_changes_anything(String authorization) throws SQLException {
    String free = Api.newAsset();
    String reservation = Api.held(Api.newAsset(), "b");
    Map<String, String> before = Rows.fingerprints();
    List<Route> routes = routes();
    assertThat(routes).hasSizeGreaterThanOrEqualTo(8);
    for (Route route : routes) {
      Reply reply = call(route, free, reservation, authorization);
      assertThat(reply.status()).as(route.toString()).isEqualTo(401);
      assertThat(reply.member("error_code")).isEqualTo("UNAUTHENTICATED");
      assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
      assertThat(reply.body()).doesNotContain(free).doesNotContain(reservation);
    }
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  // The control: the same calls with the key do change something.
  @Test
  void the_same_calls_with_the_key_are_let_in() throws SQLException {
    String free = Api.newAsset();
    String reservation = Api.held(Api.newAsset(), "b");
    Map<String, String> before = Rows.fingerprints();
    for (Route route : routes()) {
      assertThat(call(route, free, reservation, "Bearer " + TestDatabase.OPERATOR_KEY).status())
          .as(route.toString())
          .isNotEqualTo(401);
    }
    assertThat(Rows.fingerprints()).isNotEqualTo(before);
  }
}
