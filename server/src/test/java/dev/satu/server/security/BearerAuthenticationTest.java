package dev.satu.server.security;

import static dev.satu.server.TestDatabase.OPERATOR_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is open but what must be. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class BearerAuthenticationTest {
  private static final String SEEN = "/v1/test/orders/o1";

  private static Reply seen(String... authorizations) {
    Wire request = Wire.open("GET", SEEN);
    for (String authorization : authorizations) {
      request.header("Authorization", authorization);
    }
    return request.send();
  }

  private static void isUnauthenticated(Reply answer) {
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(answer.member("error_code")).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void the_operator_key_acts_for_the_account_operator() {
    assertThat(seen("Bearer " + OPERATOR_KEY).member("account")).isEqualTo("operator");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bearer ", "BEARER ", "Bearer   "})
  void the_name_of_the_scheme_may_be_written_in_any_case(String scheme) {
    assertThat(seen(scheme + OPERATOR_KEY).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer",
        "Bearer ",
        "Bearer satu_0123456789abcdefghjkmnpqrstvwxyy",
        "Bearer SATU_0123456789abcdefghjkmnpqrstvwxyz",
        "Bearer satu_0123456789abcdefghjkmnpqrstvwxyz satu_0123456789abcdefghjkmnpqrstvwxyz",
        "Basic " + OPERATOR_KEY,
        OPERATOR_KEY
      })
  void another_credential_is_refused(String authorization) {
    isUnauthenticated(seen(authorization));
  }

  @Test
  void two_credentials_are_refused_even_if_one_is_right() {
    isUnauthenticated(seen("Bearer " + OPERATOR_KEY, "Bearer x"));
    isUnauthenticated(seen("Bearer " + OPERATOR_KEY, "Bearer " + OPERATOR_KEY));
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/",
    "GET,/v1/test/orders/o1",
    "POST,/v1/test/orders/o1",
    "DELETE,/v1/test/orders/o1",
    "OPTIONS,/v1/test/orders/o1",
    "GET,/v1/nothing",
    "GET,/q/nothing",
    "GET,/q/healthy",
    "GET,/q/health/../../v1/test/orders/o1",
    "GET,/q/health/..%2f..%2fv1/test/orders/o1/../../x",
    "GET,//q/health/live",
    "GET,/q/health//live",
  })
  void without_a_credential_every_path_is_closed_also_those_that_do_not_exist(
      String method, String path) {
    isUnauthenticated(Wire.open(method, path).send());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/q/health/live", "/q/health/ready", "/q/health/started", "/q/openapi"})
  void health_and_the_description_are_open(String path) {
    assertThat(Wire.open("GET", path).send().status()).isEqualTo(200);
  }
}
