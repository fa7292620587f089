package dev.satu.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ResourceMethods;
import dev.satu.server.security.AccessCalls.Things;
import dev.satu.server.security.AccessTable.Row;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.keys.EllipticCurves;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every route with every kind of credential, and what then is answered. The routes are asked of the
 * running service: one without its row fails.
 *
 * <p>Each call is about an asset that buyer A of the account holds or has bought, or about another
 * thing. What is no credential in force is 401 everywhere, and stands in no row.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@QuarkusTestResource(BuyerTokenIssuer.class)
final class AccessTableTest {
  @Inject ResourceMethods methods;

  @Test
  void every_route_has_its_row_and_every_row_its_route() {
    Set<String> served = new TreeSet<>(methods.all());
    served.removeIf(route -> route.contains(" /v1/test/"));

    Set<String> described = new TreeSet<>(AccessTable.rows().map(Row::route).toList());
    assertThat(described).isEqualTo(served);
  }

  @ParameterizedTest
  @MethodSource("dev.satu.server.security.AccessTable#rows")
  void a_route_answers_each_credential_as_its_row_says(Row row) throws SQLException {
    String buyerA = Api.newName("a");
    Map<String, String> credentials = inForce(buyerA);
    Map<String, String> noneInForce = noneInForce(buyerA);
    String maker = Keys.key(BuyerTokenIssuer.ACCOUNT, Scope.CLAIM, Scope.SETTLE).key();
    Things things = Things.of(row.route(), buyerA, maker);
    Map<String, String> before = Rows.fingerprints();

    noneInForce.forEach((name, bearer) -> {
      Reply reply = AccessCalls.call(row.route(), things, bearer);
      assertThat(reply.status()).as(name).isEqualTo(401);
      assertThat(reply.member("error_code")).as(name).isEqualTo("UNAUTHENTICATED");
      assertThat(reply.header("WWW-Authenticate")).as(name).isEqualTo("Bearer");
    });
    row.expected()
        .forEach((name, status) -> {
          if (status >= 400) {
            Reply reply = AccessCalls.call(row.route(), things, of(credentials, name));
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
        Things fresh = Things.of(row.route(), buyerA, maker);
        Reply reply = AccessCalls.call(row.route(), fresh, of(credentials, cell.getKey()));
        assertThat(reply.status())
            .as(cell.getKey() + ": " + reply.body())
            .isEqualTo(cell.getValue());
      }
    }
    Rows.assertInvariants();
  }

  @ParameterizedTest
  @MethodSource("dev.satu.server.security.AccessTable#rowsAboutOneThing")
  void what_is_unknown_is_told_only_to_those_who_may_know(Row row) throws SQLException {
    String buyerA = Api.newName("a");
    Map<String, String> credentials = inForce(buyerA);
    Map<String, String> before = Rows.fingerprints();

    row.expected()
        .forEach((name, status) -> {
          Reply reply =
              AccessCalls.call(row.route(), Things.unknown(buyerA), of(credentials, name));
          assertThat(reply.status())
              .as(name + ": " + reply.body())
              .isEqualTo(status == 403 ? 403 : 404);
          assertThat(reply.member("error_code"))
              .as(name)
              .matches(status == 403 ? "SCOPE_MISSING|BUYER_MISMATCH" : "[A-Z]+_NOT_FOUND");
        });
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "buyer A", "buyer B", "other"})
  void a_story_told_to_others_than_operators_has_no_names(String name) {
    String buyerA = Api.newName("a");
    Map<String, String> credentials = inForce(buyerA);
    String maker = Keys.key(BuyerTokenIssuer.ACCOUNT, Scope.CLAIM, Scope.SETTLE).key();
    String reader = Keys.key(BuyerTokenIssuer.ACCOUNT, Scope.READ, Scope.OPERATOR).key();
    String route = "GET /v1/assets/{asset_id}/history";
    Things things = Things.of(route, buyerA, maker);

    Reply operators = AccessCalls.call(route, things, reader);
    Reply others = AccessCalls.call(route, things, of(credentials, name));

    assertThat(operators.body()).contains("\"actor\"", buyerA, things.reservation());
    assertThat(others.status()).as(others.body()).isEqualTo(200);
    assertThat(others.json().path("items")).hasSameSizeAs(operators.json().path("items"));
    assertThat(others.body())
        .doesNotContain("\"actor\"", "\"account_id\"", buyerA, things.reservation());
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
}
