package dev.satu.server.asset;

import static dev.satu.server.Answers.isJson;
import static dev.satu.server.Answers.isRefusal;
import static dev.satu.server.Answers.isReplay;
import static dev.satu.server.Answers.refusesField;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listing an asset, and seeing it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class AssetHttpTest {
  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private static Reply create(String asset, String furtherMembers) {
    return Api.create(
        Api.newName("key"), "{\"asset_id\": \"" + asset + "\", " + furtherMembers + "}");
  }

  @Test
  void a_new_asset_is_shown_whole() {
    String asset = Api.newName("lot");
    Reply created =
        create(
            asset,
            """
            "name": "Lathe, 1974", "category": "machines", "price": {"amount": 129900, "currency": "CHF"},
            "hold_for": "PT1H30M", "attributes": {"kg": 1250, "colours": ["green", null, true, 1.5]}
            """);
    isJson(
        created,
        201,
        """
        {"asset_id": "%s", "name": "Lathe, 1974", "category": "machines", "status": "AVAILABLE",
         "price": {"amount": 129900, "currency": "CHF"}, "hold_for": "PT1H30M",
         "attributes": {"kg": 1250, "colours": ["green", null, true, 1.5]}, "created_at": "%s", "version": 1}
        """
            .formatted(asset, created.member("created_at")));
    assertThat(created.member("created_at"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
    isJson(Api.asset(asset), 200, created.body());
  }

  @Test
  void what_was_not_given_is_not_shown() {
    String asset = Api.newName("lot");
    Reply created =
        create(
            asset,
            "\"name\": \"A\", \"category\": null, \"price\": null, \"hold_for\": null, \"attributes\": null");
    isJson(
        created,
        201,
        "{\"asset_id\": \"%s\", \"name\": \"A\", \"status\": \"AVAILABLE\", \"attributes\": {}, \"created_at\": \"%s\", \"version\": 1}"
            .formatted(asset, created.member("created_at")));
  }

  @Test
  void the_same_request_again_is_a_replay_also_when_the_asset_has_moved_on() {
    String key = Api.newName("key");
    String asset = Api.newName("lot");
    String body = "{\"asset_id\": \"" + asset + "\", \"name\": \"A lot\"}";
    Reply created = Api.create(key, body);
    isReplay(Api.create(key, body), created, 200);
    Api.held(asset, "b");
    Reply again = Api.create(key, body);
    isReplay(again, created, 200);
    assertThat(again.header("Satu-Current-Status")).isEmpty();
  }

  @Test
  void an_id_that_is_taken_is_refused_and_the_asset_stays_as_it_is() {
    String asset = Api.newAsset();
    Reply before = Api.asset(asset);
    isRefusal(
        create(asset, "\"name\": \"Another\""),
        ErrorCode.ASSET_EXISTS,
        "An asset of this id is listed already. Nothing was changed.",
        "\"field\": \"asset_id\"");
    assertThat(Api.asset(asset).body()).isEqualTo(before.body());
  }

  @Test
  void an_unknown_asset_is_not_found() {
    isRefusal(
        Api.asset(Api.newName("nothing")),
        ErrorCode.ASSET_NOT_FOUND,
        "There is no asset of this id.");
  }

  @Test
  void a_held_asset_says_until_when_and_an_overdue_one_is_available_before_any_sweep()
      throws SQLException {
    String asset = Api.newAsset();
    Reply held = Api.hold(asset, "b");
    Reply shown = Api.asset(asset);
    assertThat(shown.member("status")).isEqualTo("HELD");
    assertThat(shown.member("hold_expires_at")).isEqualTo(held.member("expires_at"));
    assertThat(shown.body()).doesNotContain(held.member("reservation_id")).doesNotContain("buyer");
    Rows.letExpireIn(held.member("reservation_id"), Duration.ofSeconds(-1));
    Reply overdue = Api.asset(asset);
    assertThat(overdue.member("status")).isEqualTo("AVAILABLE");
    assertThat(overdue.json().has("hold_expires_at")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"quoted\" and 'quoted'",
        "back\\slash \\u0041 \\n",
        "🚂 Lok 👩‍🔧 \uD83D\uDE80",
        "مرحبا \u202Eabc\u202C שלום",
        "İstanbul ıI iİ",
        "<script>alert(1)</script>",
        "{\"json\": [1]}",
        "'; DROP TABLE asset; --",
        "e\u0301 and é",
        " leading and trailing ",
        "\uFEFFbom"
      })
  void a_name_comes_back_as_it_was_given(String name) {
    String asset = Api.newName("lot");
    Reply created = create(asset, "\"name\": " + TextNode.valueOf(name));
    assertThat(created.status()).as(created.body()).isEqualTo(201);
    assertThat(created.member("name")).isEqualTo(name);
    assertThat(Api.asset(asset).member("name")).isEqualTo(name);
  }

  @Test
  void the_length_of_a_name_is_counted_in_characters() {
    assertThat(create(Api.newName("lot"), "\"name\": \"" + "🚂".repeat(255) + "\"").status())
        .isEqualTo(201);
    refusesField(
        create(Api.newName("lot"), "\"name\": \"" + "a".repeat(256) + "\""),
        ErrorCode.INVALID_FIELD,
        "name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "category": "c"                                                  | name
          "name": ""                                                       | name
          "name": "   "                                                    | name
          "name": "a\\u0000b"                                              | name
          "name": "a\\nb"                                                  | name
          "name": "a\\ud800b"                                              | name
          "name": "a\\udc00\\ud800b"                                       | name
          "name": "a", "category": ""                                      | category
          "name": "a", "category": "\\udc00"                               | category
          "name": "a", "hold_for": "PT0.5S"                                | hold_for
          "name": "a", "hold_for": "PT24H0.000001S"                        | hold_for
          "name": "a", "hold_for": "-PT1H"                                 | hold_for
          "name": "a", "price": {"amount": 0, "currency": "EUR"}           | price.amount
          "name": "a", "price": {"amount": -1, "currency": "EUR"}          | price.amount
          "name": "a", "price": {"amount": 1.5, "currency": "EUR"}         | price.amount
          "name": "a", "price": {"amount": 1.0, "currency": "EUR"}         | price.amount
          "name": "a", "price": {"amount": 1e2, "currency": "EUR"}         | price.amount
          "name": "a", "price": {"amount": 9223372036854775808, "currency": "EUR"} | price.amount
          "name": "a", "price": {"amount": 1e999999, "currency": "EUR"}    | price.amount
          "name": "a", "price": {"amount": 1, "currency": "eur"}           | price.currency
          "name": "a", "price": {"amount": 1, "currency": "EURO"}          | price.currency
          "name": "a", "price": {"amount": 1, "currency": "ÇÖŞ"}           | price.currency
          "name": "a", "attributes": []                                    | attributes
          "name": "a", "attributes": "x"                                   | attributes
          """)
  void a_value_that_breaks_its_rule_is_named_and_nothing_is_listed(String members, String field) {
    String asset = Api.newName("lot");
    refusesField(create(asset, members), ErrorCode.INVALID_FIELD, field);
    assertThat(Api.asset(asset).status()).isEqualTo(404);
  }

  @Test
  void the_largest_price_is_kept_to_the_unit() {
    String asset =
        Api.newAsset("\"price\": {\"amount\": 9223372036854775807, \"currency\": \"IDR\"}");
    assertThat(Api.asset(asset).json().at("/price/amount").longValue()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%20",
        "a%2Fb",
        "a%00b",
        "%C4%B0",
        "a%22b",
        "a%0D%0Ab",
        "a+b",
        "a%25b",
        "0123456789012345678901234567890123456789012345678901234567890123x"
      })
  void an_id_in_the_path_that_breaks_the_rule_is_named(String id) throws SQLException {
    Map<String, String> before = Rows.fingerprints();
    refusesField(Api.get("/v1/assets/" + id), ErrorCode.INVALID_FIELD, "asset_id");
    refusesField(Api.hold(id, "b"), ErrorCode.INVALID_FIELD, "asset_id");
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%zz", "%C4", "a%2", "%FF%FE", "a;b=c", "..;", "%2e%2e", "ü"})
  void a_path_that_cannot_be_one_is_refused_and_never_a_fault(String id) {
    assertThat(Api.get("/v1/assets/" + id).status()).isIn(400, 404);
    assertThat(Api.hold(id, "b").status()).isIn(400, 404, 405);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a/b",
        "ı",
        "a\\u0000",
        "0123456789012345678901234567890123456789012345678901234567890123x"
      })
  void an_id_in_the_body_that_breaks_the_rule_is_named(String id) {
    refusesField(create(id, "\"name\": \"a\""), ErrorCode.INVALID_FIELD, "asset_id");
  }

  @Test
  void all_characters_of_ids_stand_in_a_path_as_they_are() {
    String asset = Api.newName("aZ09._~:-");
    assertThat(create(asset, "\"name\": \"a\"").status()).isEqualTo(201);
    assertThat(Api.asset(asset).member("asset_id")).isEqualTo(asset);
    assertThat(Api.get("/v1/assets/" + asset.replace("~", "%7E").replace(":", "%3a")).status())
        .isEqualTo(200);
  }
}
