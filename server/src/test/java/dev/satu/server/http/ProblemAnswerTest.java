package dev.satu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Problems that come from resources, and the headers around every answer. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ProblemAnswerTest {
  private static Reply failure(String how) {
    return Wire.keyed("GET", "/v1/test/failures/" + how).send();
  }

  private static Reply keyed(String... keys) {
    Wire request = Wire.keyed("POST", "/v1/test/keys");
    for (String key : keys) {
      request.header("Idempotency-Key", key);
    }
    return request.send();
  }

  @ParameterizedTest
  @ValueSource(strings = {"returned", "thrown"})
  void a_refusal_of_a_resource_keeps_its_members_and_headers(String how) {
    Reply answer = failure(how);
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.header("Retry-After")).isEqualTo("90");
    assertThat(answer.body())
        .isEqualTo(
            "{\"type\":\"urn:satu:ASSET_UNAVAILABLE\",\"title\":\"Asset unavailable\","
                + "\"status\":409,\"detail\":\"Somebody was faster.\","
                + "\"error_code\":\"ASSET_UNAVAILABLE\",\"message\":\"Somebody was faster.\","
                + "\"reason\":\"HELD\",\"retry_after\":\"PT1M30S\"}");
  }

  @Test
  void a_fault_tells_its_request_id_and_nothing_of_its_cause() {
    Reply answer = failure("fault");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.member("error_code")).isEqualTo("INTERNAL_ERROR");
    assertThat(answer.member("request_id")).isEqualTo(answer.header("Satu-Request-Id"));
    assertThat(answer.body()).doesNotContain("secret").doesNotContain("Exception");
  }

  @Test
  void each_answer_has_a_request_id_of_its_own() {
    String first = failure("none").header("Satu-Request-Id");
    String second = failure("none").header("Satu-Request-Id");
    assertThat(first).startsWith("req_").isNotEqualTo(second);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "order-17/retry", "a b, c", "~!"})
  void an_idempotency_key_of_printable_ascii_is_taken(String key) {
    assertThat(keyed(key).member("key")).isEqualTo(key);
  }

  @Test
  void an_idempotency_key_of_128_characters_is_taken() {
    assertThat(keyed("k".repeat(128)).status()).isEqualTo(200);
  }

  @Test
  void a_mutation_without_idempotency_key_is_refused() {
    Reply answer = keyed();
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.member("error_code")).isEqualTo("IDEMPOTENCY_KEY_MISSING");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "schlüssel", "a\tb"})
  void an_idempotency_key_of_other_characters_is_refused(String key) {
    isInvalid(keyed(key));
  }

  @Test
  void an_idempotency_key_that_is_too_long_or_given_twice_is_refused() {
    isInvalid(keyed("k".repeat(129)));
    isInvalid(keyed("a", "b"));
    isInvalid(keyed("a", "a"));
  }

  private static void isInvalid(Reply answer) {
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.member("error_code")).isEqualTo("IDEMPOTENCY_KEY_INVALID");
  }
}
