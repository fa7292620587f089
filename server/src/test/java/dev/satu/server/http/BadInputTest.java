package dev.satu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values that break a rule, at each call that reads them (B15, B53): refused with the field named,
 * nothing changed, and the key still free.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class BadInputTest {
  private static final AtomicInteger KEYS = new AtomicInteger();
  private static final String ROWS =
      """
      SELECT (SELECT count(*) FROM asset) || ' ' || (SELECT count(*) FROM reservation) || ' '
          || (SELECT count(*) FROM payment) || ' ' || (SELECT count(*) FROM idempotency_key) || ' '
          || (SELECT count(*) FROM event) || ' ' || (SELECT coalesce(sum(version), 0) FROM asset)
      """;

  @Inject AgroalDataSource pool;

  private String rows() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(ROWS)) {
      row.next();
      return row.getString(1);
    }
  }

  private static Reply post(String path, String key, String body) {
    return Wire.keyed("POST", path).header("Idempotency-Key", key).json(body).send();
  }

  private static String newKey() {
    return "bad-input-" + KEYS.incrementAndGet();
  }

  private static String newAsset() {
    String asset = newKey();
    Reply reply =
        post(
            "/v1/assets",
            newKey(),
            "{\"asset_id\":\""
                + asset
                + "\",\"name\":\"A lot\",\"price\":{\"amount\":500,\"currency\":\"CHF\"}}");
    assertThat(reply.status()).isEqualTo(201);
    return asset;
  }

  private static String newReservation() {
    Reply reply =
        post("/v1/assets/" + newAsset() + "/reservations", newKey(), "{\"buyer_id\":\"b\"}");
    assertThat(reply.status()).isEqualTo(201);
    return reply.member("reservation_id");
  }

  private void assertRefused(String path, String body, String field, String good)
      throws SQLException {
    String key = newKey();
    String before = rows();

    Reply refused = post(path, key, body);

    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.member("error_code")).isIn("INVALID_FIELD", "UNKNOWN_FIELD");
    assertThat(refused.member("field")).isEqualTo(field);
    assertThat(rows()).isEqualTo(before);
    assertThat(post(path, key, good).status()).as("the key is still free").isBetween(200, 201);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "asset_id": "", "name": "n"                                    | asset_id
          "asset_id": " a", "name": "n"                                  | asset_id
          "asset_id": "a/b", "name": "n"                                 | asset_id
          "asset_id": "ä", "name": "n"                                   | asset_id
          "asset_id": "İ", "name": "n"                                   | asset_id
          "asset_id": "a\\u0000", "name": "n"                            | asset_id
          "asset_id": "a'; DROP TABLE asset; --", "name": "n"            | asset_id
          "asset_id": "a"                                                | name
          "asset_id": "a", "name": ""                                    | name
          "asset_id": "a", "name": " \\t "                               | name
          "asset_id": "a", "name": "n\\u0000"                            | name
          "asset_id": "a", "name": "n\\ud800"                            | name
          "asset_id": "a", "name": "n", "category": ""                   | category
          "asset_id": "a", "name": "n", "category": "c\\n"               | category
          "asset_id": "a", "name": "n", "hold_for": "PT0S"               | hold_for
          "asset_id": "a", "name": "n", "hold_for": "-PT5M"              | hold_for
          "asset_id": "a", "name": "n", "hold_for": "PT24H0.000001S"     | hold_for
          "asset_id": "a", "name": "n", "hold_for": "P1M"                | hold_for
          "asset_id": "a", "name": "n", "hold_for": "P99999999D"         | hold_for
          "asset_id": "a", "name": "n", "hold_for": "23:59"              | hold_for
          "asset_id": "a", "name": "n", "hold_for": "2026-03-29T23:59"   | hold_for
          "asset_id": "a", "name": "n", "price": {"amount": -5, "currency": "CHF"}   | price.amount
          "asset_id": "a", "name": "n", "price": {"amount": 0, "currency": "CHF"}    | price.amount
          "asset_id": "a", "name": "n", "price": {"amount": 1.5, "currency": "CHF"}  | price.amount
          "asset_id": "a", "name": "n", "price": {"amount": "3", "currency": "CHF"}  | price.amount
          "asset_id": "a", "name": "n", "price": {"amount": 1e3, "currency": "CHF"}  | price.amount
          "asset_id": "a", "name": "n", "price": {"amount": null, "currency": "CHF"} | price.amount
          "asset_id": "a", "name": "n", "price": {"currency": "CHF"}                 | price.amount
          "asset_id": "a", "name": "n", "price": {"amount": 9223372036854775808, "currency": "CHF"} | price.amount
          "asset_id": "a", "name": "n", "price": {"amount": 5, "currency": "chf"}    | price.currency
          "asset_id": "a", "name": "n", "price": {"amount": 5, "currency": "CHFX"}   | price.currency
          "asset_id": "a", "name": "n", "attributes": []                 | attributes
          "asset_id": "a", "name": "n", "attributes": {"a": "\\u0000"}   | attributes
          "asset_id": "a", "name": "n", "attributes": {"a": 1e9999}      | attributes
          "asset_id": "a", "name": "n", "status": "SOLD"                 | status
          "asset_id": "a", "name": "n", "version": 7                     | version
          """)
  void a_new_asset(String members, String field) throws SQLException {
    assertRefused(
        "/v1/assets",
        "{" + members + "}",
        field,
        "{\"asset_id\":\"" + newKey() + "\",\"name\":\"n\"}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "hold_for": "PT5M"                                | buyer_id
          "buyer_id": ""                                    | buyer_id
          "buyer_id": "a b"                                 | buyer_id
          "buyer_id": "b\\u200b"                            | buyer_id
          "buyer_id": "b", "hold_for": "PT0.999999S"        | hold_for
          "buyer_id": "b", "hold_for": "PT-5M"              | hold_for
          "buyer_id": "b", "hold_for": "PT25H"              | hold_for
          "buyer_id": "b", "hold_for": "end of day"         | hold_for
          "buyer_id": "b", "hold_for": 300                  | hold_for
          "buyer_id": "b", "expires_at": "2027-01-01T00:00:00Z" | expires_at
          "buyer_id": "b", "quantity": 2                    | quantity
          """)
  void a_hold(String members, String field) throws SQLException {
    assertRefused(
        "/v1/assets/" + newAsset() + "/reservations",
        "{" + members + "}",
        field,
        "{\"buyer_id\":\"b\"}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "amount": 500, "currency": "CHF"                               | payment_ref
          "payment_ref": "", "amount": 500, "currency": "CHF"            | payment_ref
          "payment_ref": "p\\u0000", "amount": 500, "currency": "CHF"    | payment_ref
          "payment_ref": "p", "gateway": "", "amount": 500, "currency": "CHF" | gateway
          "payment_ref": "p", "amount": 500                              | currency
          "payment_ref": "p", "currency": "CHF"                          | amount
          "payment_ref": "p", "amount": 0, "currency": "CHF"             | amount
          "payment_ref": "p", "amount": -500, "currency": "CHF"          | amount
          "payment_ref": "p", "amount": 5.00, "currency": "CHF"          | amount
          "payment_ref": "p", "amount": "500", "currency": "CHF"         | amount
          "payment_ref": "p", "amount": 500, "currency": "SFr"           | currency
          "payment_ref": "p", "amount": 500, "currency": "CHF", "refund": true | refund
          """)
  void a_commit(String members, String field) throws SQLException {
    String path = "/v1/reservations/" + newReservation() + "/commit";
    assertRefused(
        path,
        "{" + members + "}",
        field,
        "{\"payment_ref\":\"" + newKey() + "\",\"amount\":500,\"currency\":\"CHF\"}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "extend_by": "PT0S"              | extend_by
          "extend_by": "-PT5M"             | extend_by
          "extend_by": "PT24H0.000001S"    | extend_by
          "extend_by": "5 minutes"         | extend_by
          "extend_by": 300                 | extend_by
          "extend_by": null                | extend_by
          "extend_by": "PT5M", "by": "x"   | by
          """)
  void an_extension(String members, String field) throws SQLException {
    assertRefused(
        "/v1/reservations/" + newReservation() + "/extend",
        "{" + members + "}",
        field,
        "{\"extend_by\":\"PT1M\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=-1", "limit=1.5", "limit=99999", "limit=x"})
  void the_size_of_a_page(String query) {
    Reply refused = Wire.keyed("GET", "/v1/assets?" + query).send();
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.member("field")).isEqualTo("limit");
  }

  @Test
  void a_cursor_that_is_none() {
    Reply refused = Wire.keyed("GET", "/v1/assets?cursor=%20%00").send();
    assertThat(refused.status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"res_", "res_01HZX48K7N2A", "RES_01M8PCH0GTX5V1S57TT5QY8HTW", "1", "%00", "a%20b"})
  void a_reservation_id_that_cannot_be_one_is_no_reservation(String id) throws SQLException {
    String before = rows();
    Reply answer = post("/v1/reservations/" + id + "/release", newKey(), "");
    assertThat(answer.status()).isIn(400, 404);
    assertThat(rows()).isEqualTo(before);
  }

  @ParameterizedTest(name = "[{0}]")
  @ValueSource(strings = {"", "ä", "a\tb"})
  void a_key_that_is_none(String key) throws SQLException {
    String asset = newAsset();
    String before = rows();
    Reply refused = post("/v1/assets/" + asset + "/reservations", key, "{\"buyer_id\":\"b\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.member("error_code")).startsWith("IDEMPOTENCY_KEY_");
    assertThat(rows()).isEqualTo(before);
  }
}
