package dev.satu.server.asset;

import static dev.satu.server.Answers.isReplay;
import static dev.satu.server.Answers.refusesField;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lister's own JSON: kept as it is, or refused. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class AssetAttributesHttpTest {
  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private static String body(String asset, String attributes) {
    return "{\"asset_id\": \"" + asset + "\", \"name\": \"A\", \"attributes\": " + attributes + "}";
  }

  @Test
  void the_order_of_members_and_white_space_make_no_other_request() {
    String asset = Api.newName("lot");
    String key = Api.newName("key");
    Reply created = Api.create(key, body(asset, "{\"a\": 1, \"b\": {\"x\": [1, 2], \"y\": null}}"));
    assertThat(created.status()).isEqualTo(201);
    isReplay(
        Api.create(key, body(asset, " {\"b\":{\"y\":null,\"x\":[1,2]},\n\"a\":1 }")), created, 200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": 2}",
        "{\"a\": \"1\"}",
        "{\"a\": true}",
        "{\"a\": [1]}",
        "{\"A\": 1}",
        "{\"a\": 1, \"b\": null}",
        "{}"
      })
  void other_attributes_are_another_request(String attributes) {
    String asset = Api.newName("lot");
    String key = Api.newName("key");
    Api.create(key, body(asset, "{\"a\": 1}"));
    Reply other = Api.create(key, body(asset, attributes));
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.member("error_code")).isEqualTo("IDEMPOTENCY_KEY_REUSED");
  }

  @Test
  void the_order_of_a_list_matters() {
    String asset = Api.newName("lot");
    String key = Api.newName("key");
    Api.create(key, body(asset, "{\"a\": [1, 2]}"));
    assertThat(Api.create(key, body(asset, "{\"a\": [2, 1]}")).status()).isEqualTo(422);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"\": {\" \": \"\"}}",
        "{\"quote\\\"\": \"back\\\\slash\", \"tab\": \"\\t\\n\\u001f\"}",
        "{\"🚂\": \"\\ud83d\\ude80\", \"ar\": \"مرحبا\"}",
        "{\"n\": [0, -1, 9007199254740993, 123456789012345678901234567890, 0.1, -2.5e-7]}",
        "{\"ı\": \"İ\"}"
      })
  void attributes_come_back_with_the_same_values(String attributes) throws JsonProcessingException {
    String asset = Api.newName("lot");
    Reply created = Api.create(Api.newName("key"), body(asset, attributes));
    assertThat(created.status()).as(created.body()).isEqualTo(201);
    ObjectMapper exact =
        new ObjectMapper()
            .enable(
                com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    assertThat(exact.readTree(Api.asset(asset).body()).path("attributes"))
        .isEqualTo(exact.readTree(attributes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": \"\\u0000\"}",
        "{\"a\\u0000\": 1}",
        "{\"a\": \"\\ud800\"}",
        "{\"a\": \"\\udc00\\ud800\"}",
        "{\"a\": [{\"b\": \"x\\ud800y\"}]}",
        "{\"a\": 1e999999}",
        "{\"a\": -1e999999}",
        "{\"a\": 1e-999999}",
        "{\"a\": 1e131071}",
        "{\"a\": 1e-16000}",
        "{\"a\": 1e1000}",
        "{\"a\": 1e99999999999}"
      })
  void what_the_database_cannot_keep_is_refused_by_name(String attributes) throws SQLException {
    Map<String, String> before = Rows.fingerprints();
    refusesField(
        Api.create(Api.newName("key"), body(Api.newName("lot"), attributes)),
        ErrorCode.INVALID_FIELD,
        "attributes");
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {900, 5_000})
  void attributes_nested_without_end_are_refused_and_never_a_fault(int depth) {
    String deep = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
    String asset = Api.newName("lot");
    Reply reply = Api.create(Api.newName("key"), body(asset, deep));
    if (reply.status() == 201) {
      assertThat(Api.asset(asset).status()).isEqualTo(200);
    } else {
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.member("error_code")).isIn("MALFORMED_JSON", "INVALID_FIELD");
      assertThat(Api.asset(asset).status()).isEqualTo(404);
    }
  }

  @Test
  void the_answer_is_never_much_longer_than_the_request() {
    String asset = Api.newName("lot");
    String numbers = "[" + "1e999,".repeat(5_000) + "1]";
    Reply reply = Api.create(Api.newName("key"), body(asset, "{\"a\": " + numbers + "}"));
    assertThat(reply.body().length()).isLessThan(200_000);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.member("field")).isEqualTo("attributes");
  }
}
