package dev.satu.server.security;

import static dev.satu.server.TestDatabase.OPERATOR_KEY;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import dev.satu.server.TestDatabase;
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

  @Test
  void the_operator_key_acts_for_the_account_operator() {
    given()
        .header("Authorization", "Bearer " + OPERATOR_KEY)
        .get(SEEN)
        .then()
        .statusCode(200)
        .body("account", equalTo("operator"));
  }

  @Test
  void the_name_of_the_scheme_may_be_written_in_any_case() {
    given().header("Authorization", "bearer " + OPERATOR_KEY).get(SEEN).then().statusCode(200);
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
    given()
        .header("Authorization", authorization)
        .get(SEEN)
        .then()
        .statusCode(401)
        .contentType("application/problem+json")
        .header("WWW-Authenticate", "Bearer")
        .body("error_code", equalTo("UNAUTHENTICATED"));
  }

  @Test
  void two_credentials_are_refused_even_if_one_is_right() {
    given()
        .header("Authorization", "Bearer " + OPERATOR_KEY)
        .header("Authorization", "Bearer x")
        .get(SEEN)
        .then()
        .statusCode(401);
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
    given()
        .urlEncodingEnabled(false)
        .request(method, path)
        .then()
        .statusCode(401)
        .header("WWW-Authenticate", "Bearer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/q/health/live", "/q/health/ready", "/q/health/started", "/q/openapi"})
  void health_and_the_description_are_open(String path) {
    given().get(path).then().statusCode(200);
  }
}
