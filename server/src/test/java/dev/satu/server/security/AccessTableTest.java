package dev.satu.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ResourceMethods;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.keys.EllipticCurves;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every route with every kind of credential, and what then is answered. The routes are asked of the
 * running service: one without its row fails.
 *
 * <p>Each call is about an asset that buyer A of the account holds, or about a new thing. What is
 * no credential in force is 401 everywhere, and stands in no row.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@QuarkusTestResource(BuyerTokenIssuer.class)
final class AccessTableTest {
  /** "other" is another account's key with claim, settle and read. */
  private static final String TABLE =
      """
      route                                             | claim | settle | read | operator | buyer A | buyer B | other
      GET /v1/assets                                    | 403   | 403    | 200  | 403      | 200     | 200     | 200
      GET /v1/assets/{asset_id}                         | 403   | 403    | 200  | 403      | 200     | 200     | 200
      POST /v1/assets                                   | 403   | 403    | 403  | 201      | 403     | 403     | 403
      POST /v1/assets/{asset_id}/reservations           | 201   | 403    | 403  | 403      | 201     | 403     | 201
      GET /v1/reservations/{reservation_id}             | 200   | 403    | 403  | 403      | 200     | 404     | 404
      POST /v1/reservations/{reservation_id}/commit     | 403   | 200    | 403  | 403      | 403     | 403     | 404
      POST /v1/reservations/{reservation_id}/extend     | 200   | 403    | 403  | 403      | 200     | 404     | 404
      POST /v1/reservations/{reservation_id}/release    | 200   | 403    | 403  | 403      | 200     | 404     | 404
      GET /v1/accounts                                  | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/accounts                                 | 403   | 403    | 403  | 201      | 403     | 403     | 403
      GET /v1/accounts/{account_id}                     | 403   | 403    | 403  | 200      | 403     | 403     | 403
      PATCH /v1/accounts/{account_id}                   | 403   | 403    | 403  | 200      | 403     | 403     | 403
      GET /v1/keys                                      | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/keys                                     | 403   | 403    | 403  | 201      | 403     | 403     | 403
      GET /v1/keys/{key_id}                             | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/keys/{key_id}/rotate                     | 403   | 403    | 403  | 201      | 403     | 403     | 403
      POST /v1/keys/{key_id}/revoke                     | 403   | 403    | 403  | 200      | 403     | 403     | 403
      """;

  @Inject ResourceMethods methods;

  record Row(String route, Map<String, Integer> expected) {
    @Override
    public String toString() {
      return route;
    }
  }

  static Stream<Row> rows() {
    List<List<String>> lines =
        TABLE
            .lines()
            .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
            .toList();
    List<String> heads = lines.getFirst();
    return lines.stream()
        .skip(1)
        .map(cells -> {
          Map<String, Integer> expected = new LinkedHashMap<>();
          for (int i = 1; i < heads.size(); i++) {
            expected.put(heads.get(i), Integer.valueOf(cells.get(i)));
          }
          return new Row(cells.getFirst(), expected);
        });
  }

  @Test
  void every_route_has_its_row_and_every_row_its_route() {
    Set<String> served = new TreeSet<>(methods.all());
    served.removeIf(route -> route.contains(" /v1/test/"));

    Set<String> described = new TreeSet<>(rows().map(Row::route).toList());
    assertThat(described).isEqualTo(served);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void a_route_answers_each_credential_as_its_row_says(Row row) throws SQLException {
    String buyerA = Api.newName("a");
    Map<String, String> credentials = inForce(buyerA);
    Map<String, String> noneInForce = noneInForce(buyerA);
    Things things = Things.heldBy(buyerA, of(credentials, "claim"));
    Map<String, String> before = Rows.fingerprints();

    noneInForce.forEach((name, bearer) -> {
      Reply reply = call(row.route(), things, bearer);
      assertThat(reply.status()).as(name).isEqualTo(401);
      assertThat(reply.member("error_code")).as(name).isEqualTo("UNAUTHENTICATED");
      assertThat(reply.header("WWW-Authenticate")).as(name).isEqualTo("Bearer");
    });
    row.expected()
        .forEach((name, status) -> {
          if (status >= 400) {
            Reply reply = call(row.route(), things, of(credentials, name));
            assertThat(reply.status()).as(name + ": " + reply.body()).isEqualTo(status);
            assertThat(reply.member("error_code"))
                .as(name)
                .isIn("SCOPE_MISSING", "BUYER_MISMATCH", "RESERVATION_NOT_FOUND");
            assertThat(reply.body()).as(name).doesNotContain(things.asset(), buyerA);
          }
        });
    assertThat(Rows.fingerprints()).isEqualTo(before);

    for (Map.Entry<String, Integer> cell : row.expected().entrySet()) {
      if (cell.getValue() < 400) {
        Things fresh = Things.heldBy(buyerA, of(credentials, "claim"));
        Reply reply = call(row.route(), fresh, of(credentials, cell.getKey()));
        assertThat(reply.status())
            .as(cell.getKey() + ": " + reply.body())
            .isEqualTo(cell.getValue());
      }
    }
    Rows.assertInvariants();
  }

  private static String of(Map<String, String> credentials, String name) {
    return Objects.requireNonNull(credentials.get(name), name);
  }

  private static Map<String, String> inForce(String buyerA) {
    String account = Keys.account(BuyerTokenIssuer.ACCOUNT, "");
    String other = Keys.account("other-token-shop", "");
    return Map.of(
        "claim", Keys.key(account, Scope.CLAIM).key(),
        "settle", Keys.key(account, Scope.SETTLE).key(),
        "read", Keys.key(account, Scope.READ).key(),
        "operator", Keys.key(account, Scope.OPERATOR).key(),
        "buyer A", BuyerTokenIssuer.token(buyerA),
        "buyer B", BuyerTokenIssuer.token(Api.newName("b")),
        "other", Keys.key(other, Scope.CLAIM, Scope.SETTLE, Scope.READ).key());
  }

  private static Map<String, String> noneInForce(String buyer) throws SQLException {
    Keys.Made revoked = Keys.key(BuyerTokenIssuer.ACCOUNT, Scope.values());
    assertThat(Keys.revoke(revoked).status()).isEqualTo(200);
    JsonWebKey key = BuyerTokenIssuer.key();
    Map<String, String> none = new LinkedHashMap<>();
    none.put("none", "");
    none.put("wrong", ApiKey.generate());
    none.put("expired", Keys.expired(BuyerTokenIssuer.ACCOUNT).key());
    none.put("revoked", revoked.key());
    none.put("no token", "a.b.c");
    none.put("expired token", Token.of(buyer).expiringIn(Duration.ofSeconds(-31)).signedBy(key));
    none.put(
        "endless token", Token.of(buyer).with(claims -> claims.unsetClaim("exp")).signedBy(key));
    none.put(
        "other issuer",
        Token.of(buyer).with(claims -> claims.setIssuer("https://evil.test")).signedBy(key));
    none.put(
        "other audience",
        Token.of(buyer).with(claims -> claims.setAudience("another")).signedBy(key));
    none.put("no audience", Token.of(buyer).with(claims -> claims.unsetClaim("aud")).signedBy(key));
    none.put("no buyer", Token.of(buyer).with(claims -> claims.unsetClaim("sub")).signedBy(key));
    none.put("odd buyer", Token.of("a b").signedBy(key));
    none.put("unsigned token", Token.of(buyer).unsigned());
    none.put("other key", Token.of(buyer).signedBy(otherKey()));
    none.put(
        "public key as secret",
        Token.of(buyer)
            .by("HS256")
            .signedWithSecret(new HmacKey(key.getKey().getEncoded()), "first"));
    return none;
  }

  private static JsonWebKey otherKey() {
    try {
      JsonWebKey other = EcJwkGenerator.generateJwk(EllipticCurves.P256);
      other.setKeyId("first");
      return other;
    } catch (JoseException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** What a call is about. */
  record Things(String buyer, String asset, String reservation, String account, String keyId) {
    static Things heldBy(String buyer, String claimKey) {
      String held = Api.newAsset();
      Reply reply =
          Keys.as(claimKey, "POST", Api.holds(held))
              .header("Idempotency-Key", Api.newName("key"))
              .json("{\"buyer_id\": \"" + buyer + "\"}")
              .send();
      assertThat(reply.status()).as(reply.body()).isEqualTo(201);
      String account = Keys.account(Api.newName("acc"), "");
      return new Things(
          buyer,
          Api.newAsset(),
          reply.member("reservation_id"),
          account,
          Keys.key(account, Scope.READ).id());
    }
  }

  private static Reply call(String route, Things things, String bearer) {
    String method = route.substring(0, route.indexOf(' '));
    String path =
        route
            .substring(method.length() + 1)
            .replace("{asset_id}", things.asset())
            .replace("{reservation_id}", things.reservation())
            .replace("{account_id}", things.account())
            .replace("{key_id}", things.keyId());
    Wire request = bearer.isEmpty() ? Wire.open(method, path) : Keys.as(bearer, method, path);
    if (method.equals("GET")) {
      return request.send();
    }
    request.header("Idempotency-Key", Api.newName("key"));
    if (method.equals("PATCH")) {
      request.header("If-Match", "\"1\"");
    }
    if (route.endsWith("/release")) {
      return request.header("Content-Length", "0").send();
    }
    return request.json(body(route, things)).send();
  }

  private static String body(String route, Things things) {
    return switch (route) {
      case "POST /v1/assets" ->
          "{\"asset_id\": \"" + Api.newName("lot") + "\", \"name\": \"A lot\"}";
      case "POST /v1/assets/{asset_id}/reservations" ->
          "{\"buyer_id\": \"" + things.buyer() + "\"}";
      case "POST /v1/reservations/{reservation_id}/commit" ->
          "{\"payment_ref\": \"" + Api.newName("pay") + "\"}";
      case "POST /v1/reservations/{reservation_id}/extend" -> "{\"extend_by\": \"PT1M\"}";
      case "POST /v1/accounts" ->
          "{\"account_id\": \"" + Api.newName("acc") + "\", \"name\": \"A shop\"}";
      case "PATCH /v1/accounts/{account_id}" -> "{\"name\": \"Another name\"}";
      case "POST /v1/keys" -> Keys.body(things.account(), Scope.READ);
      case "POST /v1/keys/{key_id}/rotate" -> "{}";
      case "POST /v1/keys/{key_id}/revoke" -> "{\"reason\": \"it leaked\"}";
      default -> throw new AssertionError("what is the body of " + route + "?");
    };
  }
}
