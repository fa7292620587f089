package dev.satu.server.reservation;

import static dev.satu.server.Answers.isJson;
import static dev.satu.server.Answers.isRefusal;
import static dev.satu.server.Answers.isReplay;
import static dev.satu.server.Answers.refusesField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Answers;
import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import dev.satu.testkit.Finish;
import dev.satu.testkit.Race;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What placing a hold answers. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class HoldHttpTest {
  private static final String MESSAGE =
      "Asset is currently reserved by another buyer or already sold.";

  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private static Reply holdFor(String asset, String length) {
    return Api.post(
        Api.holds(asset),
        Api.newName("key"),
        "{\"buyer_id\": \"b\", \"hold_for\": \"" + length + "\"}");
  }

  private static Duration length(Reply reply) {
    return Duration.between(
        Instant.parse(reply.member("created_at")), Instant.parse(reply.member("expires_at")));
  }

  @Test
  void a_hold_with_a_price_shows_the_price() {
    String asset = Api.newAsset("\"price\": {\"amount\": 129900, \"currency\": \"CHF\"}");
    Reply held = Api.hold(asset, "b");
    isJson(
        held,
        201,
        """
        {"reservation_id": "%s", "asset_id": "%s", "buyer_id": "b", "status": "HELD", "expires_at": "%s",
         "created_at": "%s", "price": {"amount": 129900, "currency": "CHF"}, "version": 2}
        """
            .formatted(
                held.member("reservation_id"),
                asset,
                held.member("expires_at"),
                held.member("created_at")));
    isJson(Api.reservation(held.member("reservation_id")), 200, held.body());
  }

  @ParameterizedTest
  @CsvSource({"PT1S,PT1S", "PT5M,PT5M", "PT1.5S,PT1.5S", "PT0H10M0S,PT10M", "P0DT9M,PT9M"})
  void a_shorter_hold_may_be_asked_for(String asked, Duration given) {
    assertThat(length(holdFor(Api.newAsset(), asked))).isEqualTo(given);
  }

  @Test
  void an_asset_may_have_a_hold_length_of_its_own() {
    String asset = Api.newAsset("\"hold_for\": \"PT1H\"");
    assertThat(length(Api.hold(asset, "b"))).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void a_hold_longer_than_the_asset_allows_is_refused_with_the_longest() {
    isRefusal(
        holdFor(Api.newAsset(), "PT10M0.000001S"),
        ErrorCode.HOLD_TOO_LONG,
        "hold_for must be at most PT10M.",
        "\"field\": \"hold_for\", \"longest\": \"PT10M\"");
    isRefusal(
        holdFor(Api.newAsset("\"hold_for\": \"PT90S\""), "PT2M"),
        ErrorCode.HOLD_TOO_LONG,
        "hold_for must be at most PT1M30S.",
        "\"field\": \"hold_for\", \"longest\": \"PT1M30S\"");
  }

  @Test
  void an_asset_that_does_not_exist_cannot_be_held() {
    isRefusal(
        Api.hold(Api.newName("nothing"), "b"),
        ErrorCode.ASSET_NOT_FOUND,
        "There is no asset of this id.");
  }

  @Test
  void a_withdrawn_asset_cannot_be_held() {
    String asset = Api.newAsset();
    Reply withdrawn =
        Wire.keyed("POST", "/v1/assets/" + asset + "/withdraw")
            .header("Idempotency-Key", Api.newName("key"))
            .json("{\"reason\": \"damaged\"}")
            .send();
    assertThat(withdrawn.status()).isEqualTo(200);
    isRefusal(
        Api.hold(asset, "b"),
        ErrorCode.ASSET_UNAVAILABLE,
        "Asset is not for sale.",
        "\"reason\": \"WITHDRAWN\"");
  }

  @Test
  void a_sold_asset_gives_no_hope_of_a_retry() {
    String asset = Api.newAsset();
    Api.commit(Api.held(asset, "b"), Api.newName("pay"));
    Reply refused = Api.hold(asset, "b");
    isRefusal(refused, ErrorCode.ASSET_UNAVAILABLE, MESSAGE, "\"reason\": \"SOLD\"");
    assertThat(refused.header("Retry-After")).isEmpty();
  }

  @Test
  void a_held_asset_says_in_whole_seconds_when_that_hold_ends_at_the_latest() throws SQLException {
    String asset = Api.newAsset();
    Rows.letExpireIn(Api.held(asset, "b"), Duration.ofMillis(59_500));
    Reply refused = Api.hold(asset, "c");
    String wait = Answers.tellsWhen(refused, Duration.ofMinutes(1));
    isRefusal(
        refused,
        ErrorCode.ASSET_UNAVAILABLE,
        MESSAGE,
        "\"reason\": \"HELD\", \"retry_after\": \"" + wait + "\"");
  }

  // B16: whoever comes back meets their own hold, not a refusal.
  @Test
  void the_buyer_who_holds_it_already_gets_the_same_hold_with_its_unchanged_expiry() {
    String asset = Api.newAsset();
    Reply held = Api.hold(asset, "b");
    String key = Api.newName("key");
    Reply again = Api.hold(asset, "b", key);
    isJson(
        again,
        200,
        """
        {"reservation_id": "%s", "asset_id": "%s", "buyer_id": "b", "status": "HELD", "expires_at": "%s",
         "created_at": "%s", "version": 2, "already_held": true}
        """
            .formatted(
                held.member("reservation_id"),
                asset,
                held.member("expires_at"),
                held.member("created_at")));
    isReplay(Api.hold(asset, "b", key), again, 200);
    assertThat(Api.release(held.member("reservation_id")).status()).isEqualTo(200);
    assertThat(Api.hold(asset, "c").status()).isEqualTo(201);
  }

  @Test
  void twenty_calls_of_one_buyer_with_keys_of_their_own_share_one_hold() {
    String asset = Api.newAsset();
    Finish<Reply> finish = Race.of(20).run(i -> Api.hold(asset, "b")).withoutFailures();
    assertThat(finish.count(reply -> reply.status() == 201)).isEqualTo(1);
    assertThat(finish.count(reply -> reply.json().path("already_held").asBoolean())).isEqualTo(19);
    assertThat(finish.values().stream().map(reply -> reply.member("reservation_id")).distinct())
        .hasSize(1);
  }

  @Test
  void an_overdue_hold_is_taken_over_and_the_version_grows_by_two() throws SQLException {
    String asset = Api.newAsset();
    String key = Api.newName("key");
    Reply first = Api.hold(asset, "b", key);
    Rows.letExpireIn(first.member("reservation_id"), Duration.ofSeconds(-1));
    Reply second = Api.hold(asset, "c");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.json().path("version").asLong()).isEqualTo(4);
    Reply replayed = Api.hold(asset, "b", key);
    isReplay(replayed, first, 200);
    assertThat(replayed.header("Satu-Current-Status")).isEqualTo("EXPIRED");
  }

  @Test
  void a_replay_tells_the_status_to_which_the_reservation_has_moved_on() {
    String released = Api.newAsset();
    String sold = Api.newAsset();
    String key = Api.newName("key");
    String otherKey = Api.newName("key");
    String first = Api.hold(released, "b", key).member("reservation_id");
    String second = Api.hold(sold, "b", otherKey).member("reservation_id");
    assertThat(Api.hold(released, "b", key).header("Satu-Current-Status")).isEmpty();
    Api.release(first);
    Api.commit(second, Api.newName("pay"));
    assertThat(Api.hold(released, "b", key).header("Satu-Current-Status")).isEqualTo("RELEASED");
    assertThat(Api.hold(sold, "b", otherKey).header("Satu-Current-Status")).isEqualTo("COMMITTED");
  }

  @Test
  void a_key_that_was_used_for_another_request_is_refused_and_tells_nothing_of_it()
      throws SQLException {
    String asset = Api.newAsset();
    String other = Api.newAsset();
    String key = Api.newName("key");
    Api.hold(asset, "b", key);
    Map<String, String> before = Rows.fingerprints();
    String message = "This Idempotency-Key was used for another request. Nothing was changed.";
    isRefusal(Api.hold(asset, "c", key), ErrorCode.IDEMPOTENCY_KEY_REUSED, message);
    isRefusal(Api.hold(other, "b", key), ErrorCode.IDEMPOTENCY_KEY_REUSED, message);
    isRefusal(
        Api.post(Api.holds(asset), key, "{\"buyer_id\": \"b\", \"hold_for\": \"PT10M\"}"),
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        message);
    isRefusal(
        Api.create(key, "{\"asset_id\": \"" + Api.newName("lot") + "\", \"name\": \"A lot\"}"),
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        message);
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @Test
  void a_refused_request_does_not_use_up_its_key() {
    String asset = Api.newAsset();
    String key = Api.newName("key");
    String reservation = Api.held(asset, "b");
    assertThat(Api.hold(asset, "c", key).status()).isEqualTo(409);
    Api.release(reservation);
    assertThat(Api.hold(asset, "c", key).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                        | buyer_id
          {"buyer_id": ""}                          | buyer_id
          {"buyer_id": " b"}                        | buyer_id
          {"buyer_id": "a/b"}                       | buyer_id
          {"buyer_id": "ı"}                         | buyer_id
          {"buyer_id": "b\\u0000"}                  | buyer_id
          {"buyer_id": "0123456789012345678901234567890123456789012345678901234567890123x"} | buyer_id
          {"buyer_id": "b", "hold_for": "PT0S"}     | hold_for
          {"buyer_id": "b", "hold_for": "-PT5M"}    | hold_for
          {"buyer_id": "b", "hold_for": "PT0.9S"}   | hold_for
          {"buyer_id": "b", "hold_for": "PT24H0.1S"} | hold_for
          {"buyer_id": "b", "hold_for": "P1Y"}      | hold_for
          {"buyer_id": "b", "hold_for": "PT9999999999999999999S"} | hold_for
          {"buyer_id": "b", "hold_for": 300}        | hold_for
          """)
  void a_value_that_breaks_its_rule_is_named_and_nothing_is_held(String body, String field) {
    String asset = Api.newAsset();
    refusesField(
        Api.post(Api.holds(asset), Api.newName("key"), body), ErrorCode.INVALID_FIELD, field);
    assertThat(Api.asset(asset).json().path("version").asLong()).isEqualTo(1);
  }

  @Test
  void all_characters_of_ids_are_taken_as_they_are() {
    String buyer = "Az09._~:-".repeat(7) + "z";
    Reply held = Api.hold(Api.newAsset(), buyer);
    assertThat(held.status()).isEqualTo(201);
    assertThat(held.member("buyer_id")).isEqualTo(buyer);
    assertThat(Api.release(held.member("reservation_id")).status()).isEqualTo(200);
  }
}
