package dev.satu.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
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

/**
 * What the service says to requests that it cannot carry out: always a problem, always the field if
 * there is one.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class BadRequestTest {
  private static final String ORDERS = "/v1/test/orders/o1";

  private static Reply post(String body) {
    return Wire.keyed("POST", ORDERS).json(body).send();
  }

  private static void isProblem(Reply answer, int status, String code) {
    assertThat(answer.body()).contains("\"error_code\":\"" + code + "\"");
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.header("Satu-Request-Id")).isNotEmpty();
    assertThat(answer.member("type")).isEqualTo("urn:satu:" + code);
    assertThat(answer.member("title")).isNotEmpty();
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.member("message")).isNotEmpty().isEqualTo(answer.member("detail"));
  }

  @Test
  void a_good_body_is_read_and_written_in_snake_case_with_iso_times() {
    Reply answer =
        post(
            """
            {"buyer_id": "b", "quantity": 2, "hold_for": "PT5M", "at": "2026-01-31T13:00:00.1234567+01:00",
             "price": {"amount": 3000000000, "currency": "EUR"}, "lines": [{"sku": "s"}], "kind": "LOT",
             "attributes": {"any": [1.50, null]}}
            """);
    assertThat(answer.body())
        .isEqualTo(
            "{\"buyer_id\":\"b\",\"quantity\":2,\"hold_for\":\"PT5M\","
                + "\"at\":\"2026-01-31T12:00:00.123456Z\","
                + "\"price\":{\"amount\":3000000000,\"currency\":\"EUR\"},"
                + "\"lines\":[{\"sku\":\"s\"}],\"urgent\":null,\"kind\":\"LOT\","
                + "\"attributes\":{\"any\":[1.50,null]}}");
    assertThat(answer.status()).isEqualTo(200);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"quantity": 1}                                              | INVALID_FIELD  | buyer_id
          {"buyer_id": null, "quantity": 1}                            | INVALID_FIELD  | buyer_id
          {"buyer_id": 3, "quantity": 1}                               | INVALID_FIELD  | buyer_id
          {"buyer_id": true, "quantity": 1}                            | INVALID_FIELD  | buyer_id
          {"buyer_id": 1.5, "quantity": 1}                             | INVALID_FIELD  | buyer_id
          {"buyer_id": ["b"], "quantity": 1}                           | INVALID_FIELD  | buyer_id
          {"buyer_id": "b"}                                            | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": null}                          | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": "3"}                           | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": ""}                            | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": 1.5}                           | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": 1.0}                           | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": 1e2}                           | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": 3000000000}                    | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": true}                          | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": []}                            | INVALID_FIELD  | quantity
          {"buyer_id": "b", "quantity": 1, "hold_for": 300}            | INVALID_FIELD  | hold_for
          {"buyer_id": "b", "quantity": 1, "hold_for": "300"}          | INVALID_FIELD  | hold_for
          {"buyer_id": "b", "quantity": 1, "hold_for": ""}             | INVALID_FIELD  | hold_for
          {"buyer_id": "b", "quantity": 1, "at": 1700000000}           | INVALID_FIELD  | at
          {"buyer_id": "b", "quantity": 1, "at": "2026-01-31"}         | INVALID_FIELD  | at
          {"buyer_id": "b", "quantity": 1, "urgent": "true"}           | INVALID_FIELD  | urgent
          {"buyer_id": "b", "quantity": 1, "urgent": 1}                | INVALID_FIELD  | urgent
          {"buyer_id": "b", "quantity": 1, "kind": "lot"}              | INVALID_FIELD  | kind
          {"buyer_id": "b", "quantity": 1, "kind": 1}                  | INVALID_FIELD  | kind
          {"buyer_id": "b", "quantity": 1, "kind": ""}                 | INVALID_FIELD  | kind
          {"buyer_id": "b", "quantity": 1, "price": "5 EUR"}           | INVALID_FIELD  | price
          {"buyer_id": "b", "quantity": 1, "price": ""}                | INVALID_FIELD  | price
          {"buyer_id": "b", "quantity": 1, "price": []}                | INVALID_FIELD  | price
          {"buyer_id": "b", "quantity": 1, "price": {"currency": "E"}} | INVALID_FIELD  | price.amount
          {"buyer_id": "b", "quantity": 1, "price": {"amount": "5"}}   | INVALID_FIELD  | price.amount
          {"buyer_id": "b", "quantity": 1, "price": {"amount": 99999999999999999999}} | INVALID_FIELD | price.amount
          {"buyer_id": "b", "quantity": 1, "price": {"amount": 5}}     | INVALID_FIELD  | price.currency
          {"buyer_id": "b", "quantity": 1, "price": {"amount": 5, "currency": "E", "cents": 5}} | UNKNOWN_FIELD  | price.cents
          {"buyer_id": "b", "quantity": 1, "lines": {"sku": "s"}}      | INVALID_FIELD  | lines
          {"buyer_id": "b", "quantity": 1, "lines": ""}                | INVALID_FIELD  | lines
          {"buyer_id": "b", "quantity": 1, "lines": [null]}            | INVALID_FIELD  | lines[0]
          {"buyer_id": "b", "quantity": 1, "lines": [{"sku": "s"}, {}]} | INVALID_FIELD | lines[1].sku
          {"buyer_id": "b", "quantity": 1, "lines": [{"sku": 1}]}      | INVALID_FIELD  | lines[0].sku
          {"buyer_id": "b", "quantity": 1, "buyerId": "b"}             | UNKNOWN_FIELD  | buyerId
          {"buyer_id": "b", "quantity": 1, "admin": true}              | UNKNOWN_FIELD  | admin
          []                                                           | INVALID_FIELD  | $
          [{"buyer_id": "b", "quantity": 1}]                           | INVALID_FIELD  | $
          "text"                                                       | INVALID_FIELD  | $
          ""                                                           | INVALID_FIELD  | $
          3                                                            | INVALID_FIELD  | $
          """)
  void a_wrong_missing_or_unknown_field_is_named(String body, String code, String field) {
    Reply answer = post(body);
    isProblem(answer, 400, code);
    assertThat(answer.member("field")).isEqualTo(field);
    assertThat(answer.member("message")).contains(field);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {
          {"buyer_id": "b", "quantity": 1
          {"buyer_id": "b", "quantity": 01}
          {"buyer_id": "b", "quantity": 1,}
          {'buyer_id': "b", "quantity": 1}
          {buyer_id: "b", "quantity": 1}
          {"buyer_id": "b", "quantity": NaN}
          {"buyer_id": "b", "quantity": 1} // comment
          {"buyer_id": "b", "quantity": 1} {"buyer_id": "b"}
          {"buyer_id": "b", "quantity": 1}}
          {"buyer_id": "b", "quantity": 1, "buyer_id": "c"}
          {"buyer_id": "b", "quantity": 1, "price": {"amount": 1, "amount": 2, "currency": "EUR"}}
          {"buyer_id": "b", "quantity": 1, "attributes": {"a": 1, "a": 2}}
          {"buyer_id": "b", "quantity": 1, "lines": [{"sku": tru}]}
          buyer_id=b
          """)
  void a_body_that_is_no_json_is_malformed(String body) {
    isProblem(post(body), 400, "MALFORMED_JSON");
  }

  @Test
  void a_body_nested_without_end_is_malformed_and_not_a_fault() {
    String deep = "[".repeat(5_000) + "]".repeat(5_000);
    isProblem(
        post("{\"buyer_id\": \"b\", \"quantity\": 1, \"attributes\": {\"a\": " + deep + "}}"),
        400,
        "MALFORMED_JSON");
  }

  @Test
  void a_body_in_broken_utf8_is_malformed() {
    byte[] body = "{\"buyer_id\": \"?\", \"quantity\": 1}".getBytes(US_ASCII);
    body[14] = (byte) 0xFF;
    isProblem(
        Wire.keyed("POST", ORDERS).header("Content-Type", "application/json").body(body).send(),
        400,
        "MALFORMED_JSON");
  }

  @ParameterizedTest(name = "[{0}]")
  @ValueSource(strings = {"", "  ", "null", " null "})
  void no_body_where_one_is_needed_is_said(String body) {
    isProblem(post(body), 400, "BODY_MISSING");
  }

  @Test
  void no_body_and_no_content_type_is_said_too() {
    isProblem(Wire.keyed("POST", ORDERS).send(), 400, "BODY_MISSING");
  }

  @Test
  void a_field_name_as_long_as_a_body_is_not_sent_back_whole() {
    Reply answer =
        post("{\"buyer_id\": \"b\", \"quantity\": 1, \"" + "x".repeat(40_000) + "\": 1}");
    isProblem(answer, 400, "UNKNOWN_FIELD");
    assertThat(answer.member("field")).hasSize(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/plain", "application/x-www-form-urlencoded", "application/xml", "json"})
  void another_content_type_is_refused(String type) {
    isProblem(
        Wire.keyed("POST", ORDERS)
            .header("Content-Type", type)
            .body("{}".getBytes(US_ASCII))
            .send(),
        415,
        "UNSUPPORTED_MEDIA_TYPE");
  }

  @Test
  void another_charset_is_refused() {
    isProblem(
        Wire.keyed("POST", ORDERS)
            .header("Content-Type", "application/json; charset=iso-8859-1")
            .body("{}".getBytes(ISO_8859_1))
            .send(),
        415,
        "UNSUPPORTED_MEDIA_TYPE");
  }

  @Test
  void utf8_may_be_named_in_any_case() {
    Reply answer =
        Wire.keyed("POST", ORDERS)
            .header("Content-Type", "APPLICATION/JSON; CHARSET=UTF-8")
            .body("{\"buyer_id\": \"b\", \"quantity\": 1}".getBytes(US_ASCII))
            .send();
    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void an_answer_that_the_caller_does_not_accept_is_refused() {
    isProblem(Wire.keyed("GET", ORDERS).header("Accept", "text/csv").send(), 406, "NOT_ACCEPTABLE");
  }

  @Test
  void a_wrong_method_is_told_the_right_ones() {
    Reply answer = Wire.keyed("DELETE", ORDERS).send();
    isProblem(answer, 405, "METHOD_NOT_ALLOWED");
    assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/v1",
        "/v1/nothing",
        "/v1/test/orders",
        "/v1/test/orders/o1/more",
        "/q/nothing"
      })
  void an_unknown_path_is_not_found(String path) {
    isProblem(Wire.keyed("GET", path).send(), 404, "NOT_FOUND");
  }

  @Test
  void a_parameter_of_the_wrong_type_is_invalid_and_not_a_missing_page() {
    isProblem(Wire.keyed("GET", ORDERS + "?limit=many").send(), 400, "INVALID_FIELD");
  }

  @Test
  void a_body_that_is_announced_too_large_is_refused() {
    isProblem(post("{\"buyer_id\": \"" + "x".repeat(65_536) + "\"}"), 413, "BODY_TOO_LARGE");
  }

  @Test
  void a_body_in_pieces_that_is_too_large_is_refused() {
    String body = "{\"quantity\": 1, \"buyer_id\": \"" + "x".repeat(66_000) + "\"}";
    isProblem(Wire.keyed("POST", ORDERS).jsonInPieces(body).send(), 413, "BODY_TOO_LARGE");
  }

  @Test
  void the_largest_body_is_read_whole_and_in_pieces() {
    String start = "{\"quantity\": 1, \"buyer_id\": \"";
    String body = start + "x".repeat(65_536 - start.length() - 2) + "\"}";
    assertThat(post(body).status()).isEqualTo(200);
    assertThat(Wire.keyed("POST", ORDERS).jsonInPieces(body).send().status()).isEqualTo(200);
  }
}
