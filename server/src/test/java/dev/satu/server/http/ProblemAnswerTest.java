package dev.satu.server.http;

import static dev.satu.server.TestDatabase.OPERATOR_KEY;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.satu.server.TestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Problems that come from resources, and the headers around every answer. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ProblemAnswerTest {
  private static Response failure(String how) {
    return given()
        .header("Authorization", "Bearer " + OPERATOR_KEY)
        .get("/v1/test/failures/" + how);
  }

  @ParameterizedTest
  @CsvSource({"returned", "thrown"})
  void a_refusal_of_a_resource_keeps_its_members_and_headers(String how) {
    Response answer = failure(how);
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.contentType()).isEqualTo("application/problem+json");
    assertThat(answer.header("Retry-After")).isEqualTo("90");
    assertThat(answer.asString())
        .isEqualTo(
            "{\"type\":\"urn:satu:ASSET_UNAVAILABLE\",\"title\":\"Asset unavailable\","
                + "\"status\":409,\"detail\":\"Somebody was faster.\","
                + "\"error_code\":\"ASSET_UNAVAILABLE\",\"message\":\"Somebody was faster.\","
                + "\"reason\":\"HELD\",\"retry_after\":\"PT1M30S\"}");
  }

  @Test
  void a_fault_tells_its_request_id_and_nothing_of_its_cause() {
    Response answer = failure("fault");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.path("error_code").toString()).isEqualTo("INTERNAL_ERROR");
    assertThat(answer.path("request_id").toString()).isEqualTo(answer.header("Satu-Request-Id"));
    assertThat(answer.asString()).doesNotContain("secret").doesNotContain("Exception");
  }

  @Test
  void each_answer_has_a_request_id_of_its_own() {
    String first = failure("none").header("Satu-Request-Id");
    String second = failure("none").header("Satu-Request-Id");
    assertThat(first).startsWith("req_").isNotEqualTo(second);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"a", "order-17/retry", "a b", "~!"})
  void an_idempotency_key_of_printable_ascii_is_taken(String key) {
    keyed(key).then().statusCode(200).body("key", equalTo(key));
  }

  @Test
  void an_idempotency_key_of_128_characters_is_taken() {
    keyed("k".repeat(128)).then().statusCode(200);
  }

  @Test
  void a_mutation_without_idempotency_key_is_refused() {
    given()
        .header("Authorization", "Bearer " + OPERATOR_KEY)
        .post("/v1/test/keys")
        .then()
        .statusCode(400)
        .body("error_code", equalTo("IDEMPOTENCY_KEY_MISSING"));
  }

  @Test
  void a_bad_idempotency_key_is_refused() {
    isInvalid(keyed("k".repeat(129)));
    isInvalid(keyed(""));
    isInvalid(keyed("schlüssel"));
    isInvalid(keyed("a\tb"));
    isInvalid(keyed("a", "b"));
    isInvalid(keyed("a", "a"));
  }

  private static Response keyed(String... keys) {
    var request = given().header("Authorization", "Bearer " + OPERATOR_KEY);
    for (String key : keys) {
      request = request.header("Idempotency-Key", key);
    }
    return request.post("/v1/test/keys");
  }

  private static void isInvalid(Response answer) {
    answer.then().statusCode(400).body("error_code", equalTo("IDEMPOTENCY_KEY_INVALID"));
  }
}
