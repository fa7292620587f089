package dev.satu.server.reservation;

import static dev.satu.server.Answers.isJson;
import static dev.satu.server.Answers.isRefusal;
import static dev.satu.server.Answers.isReplay;
import static dev.satu.server.Answers.refusesField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.IsoTimes;
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

/** What releasing and extending answer, and what moves an expiry (only extending does). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ReleaseExtendHttpTest {
  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private static String later(Reply held, Duration by) throws SQLException {
    return Rows.text("SELECT utc_text(?)", Instant.parse(held.member("expires_at")).plus(by));
  }

  @Test
  void a_released_hold_says_when_it_ended() {
    String asset = Api.newAsset();
    Reply held = Api.hold(asset, "b");
    String key = Api.newName("key");
    Reply released = Api.release(held.member("reservation_id"), key);
    isJson(
        released,
        200,
        """
        {"reservation_id": "%s", "asset_id": "%s", "buyer_id": "b", "status": "RELEASED", "expires_at": "%s",
         "created_at": "%s", "ended_at": "%s", "version": 3}
        """
            .formatted(
                held.member("reservation_id"),
                asset,
                held.member("expires_at"),
                held.member("created_at"),
                released.member("ended_at")));
    isReplay(Api.release(held.member("reservation_id"), key), released, 200);
  }

  @Test
  void releasing_again_changes_nothing_and_never_frees_the_next_buyers_hold() {
    String asset = Api.newAsset();
    String first = Api.held(asset, "b");
    Api.release(first);
    String second = Api.held(asset, "c");
    Reply again = Api.release(first);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.member("status")).isEqualTo("RELEASED");
    assertThat(Api.reservation(second).member("status")).isEqualTo("HELD");
    assertThat(Api.asset(asset).member("status")).isEqualTo("HELD");
  }

  @Test
  void releasing_an_overdue_hold_says_expired_and_changes_no_asset() throws SQLException {
    String asset = Api.newAsset();
    String reservation = Api.held(asset, "b");
    Rows.letExpireIn(reservation, Duration.ofSeconds(-1));
    Reply released = Api.release(reservation);
    assertThat(released.status()).isEqualTo(200);
    assertThat(released.member("status")).isEqualTo("EXPIRED");
    assertThat(released.json().path("version").asLong()).isEqualTo(2);
    assertThat(Rows.text("SELECT status FROM reservation WHERE id = ?", reservation))
        .isEqualTo("HELD");
  }

  @Test
  void what_is_sold_cannot_be_released_or_extended() throws SQLException {
    String reservation = Api.held(Api.newAsset(), "b");
    Api.commit(reservation, Api.newName("pay"));
    Map<String, String> before = Rows.fingerprints();
    String message = "The reservation is committed: a sale is not released or extended.";
    isRefusal(Api.release(reservation), ErrorCode.ALREADY_SOLD, message);
    isRefusal(Api.extend(reservation, "PT1M"), ErrorCode.ALREADY_SOLD, message);
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @Test
  void a_release_may_come_with_a_body_or_without() {
    String reservation = Api.held(Api.newAsset(), "b");
    assertThat(
            Api.post("/v1/reservations/" + reservation + "/release", Api.newName("key"), "{}")
                .status())
        .isEqualTo(200);
  }

  @Test
  void an_extended_hold_lives_longer_and_counts_its_extensions() throws SQLException {
    String asset = Api.newAsset();
    Reply held = Api.hold(asset, "b");
    String key = Api.newName("key");
    Reply extended = Api.extend(held.member("reservation_id"), key, "{\"extend_by\": \"PT5M\"}");
    isJson(
        extended,
        200,
        """
        {"reservation_id": "%s", "asset_id": "%s", "buyer_id": "b", "status": "HELD", "expires_at": "%s",
         "created_at": "%s", "extensions": 1, "version": 3}
        """
            .formatted(
                held.member("reservation_id"),
                asset,
                later(held, Duration.ofMinutes(5)),
                held.member("created_at")));
    Reply again = Api.extend(held.member("reservation_id"), key, "{\"extend_by\": \"PT5M\"}");
    isReplay(again, extended, 200);
    assertThat(again.header("Satu-Current-Status")).isEmpty();
    Api.release(held.member("reservation_id"));
    Reply ended = Api.extend(held.member("reservation_id"), key, "{\"extend_by\": \"PT5M\"}");
    isReplay(ended, extended, 200);
    assertThat(ended.header("Satu-Current-Status")).isEqualTo("RELEASED");
  }

  @Test
  void a_second_extension_is_refused_with_the_limit() {
    String reservation = Api.held(Api.newAsset(), "b");
    Api.extend(reservation, "PT1S");
    isRefusal(
        Api.extend(reservation, "PT1S"),
        ErrorCode.EXTENSION_LIMIT_REACHED,
        "The hold was extended as often as allowed.",
        "\"limit\": 1");
  }

  @Test
  void an_extension_past_the_window_is_refused_with_the_latest_instant() {
    Reply held = Api.hold(Api.newAsset(), "b");
    Reply refused = Api.extend(held.member("reservation_id"), "PT20M0.000001S");
    String latest =
        IsoTimes.text(Instant.parse(held.member("created_at")).plus(Duration.ofMinutes(30)));
    isRefusal(
        refused,
        ErrorCode.EXTENSION_TOO_LONG,
        "The hold may live until " + latest + ".",
        "\"field\": \"extend_by\", \"latest_expires_at\": \"" + latest + "\"");
    assertThat(Api.extend(held.member("reservation_id"), "PT20M").status()).isEqualTo(200);
  }

  @Test
  void an_ended_hold_is_never_revived() throws SQLException {
    String released = Api.held(Api.newAsset(), "b");
    Api.release(released);
    isRefusal(
        Api.extend(released, "PT1M"),
        ErrorCode.RESERVATION_RELEASED,
        "The hold was released before.");
    String expired = Api.held(Api.newAsset(), "b");
    Rows.letExpireIn(expired, Duration.ofSeconds(-1));
    isRefusal(Api.extend(expired, "PT1M"), ErrorCode.RESERVATION_EXPIRED, "The hold had expired.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                             | extend_by
          {"extend_by": null}            | extend_by
          {"extend_by": "PT0S"}          | extend_by
          {"extend_by": "-PT1M"}         | extend_by
          {"extend_by": "PT25H"}         | extend_by
          {"extend_by": 60}              | extend_by
          {"extend_by": "1 minute"}      | extend_by
          """)
  void an_extension_that_is_no_length_is_refused(String body, String field) {
    String reservation = Api.held(Api.newAsset(), "b");
    refusesField(Api.extend(reservation, Api.newName("key"), body), ErrorCode.INVALID_FIELD, field);
    assertThat(Api.reservation(reservation).json().path("version").asLong()).isEqualTo(2);
  }

  // B14: only extending moves an expiry.
  @Test
  void no_call_but_extend_changes_when_a_hold_expires() throws SQLException {
    String asset =
        Api.newAsset("\"hold_for\": \"PT1H\", \"price\": {\"amount\": 5, \"currency\": \"EUR\"}");
    String key = Api.newName("key");
    Reply held = Api.hold(asset, "b", key);
    String reservation = held.member("reservation_id");
    String expires = held.member("expires_at");

    assertThat(Api.hold(asset, "b", key).member("expires_at")).isEqualTo(expires);
    assertThat(Api.hold(asset, "b").member("expires_at")).isEqualTo(expires);
    Api.hold(asset, "c");
    Api.commit(reservation, Api.newName("pay"));
    Api.commit(
        reservation,
        Api.newName("key"),
        "{\"payment_ref\": \"p\", \"amount\": 4, \"currency\": \"EUR\"}");
    Api.extend(reservation, "PT24H");
    assertThat(Api.reservation(reservation).member("expires_at")).isEqualTo(expires);
    assertThat(Api.asset(asset).member("hold_expires_at")).isEqualTo(expires);

    Api.commit(
        reservation,
        Api.newName("key"),
        "{\"payment_ref\": \"%s\", \"amount\": 5, \"currency\": \"EUR\"}"
            .formatted(Api.newName("pay")));
    assertThat(Api.reservation(reservation).member("expires_at")).isEqualTo(expires);
    assertThat(Api.asset(asset).json().has("hold_expires_at")).isFalse();
  }
}
