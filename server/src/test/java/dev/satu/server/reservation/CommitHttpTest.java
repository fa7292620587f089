package dev.satu.server.reservation;

import static dev.satu.server.Answers.isJson;
import static dev.satu.server.Answers.isRefusal;
import static dev.satu.server.Answers.isReplay;
import static dev.satu.server.Answers.refusesField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Satu;
import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a commit answers. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class CommitHttpTest {
  private static final String PRICE = "\"price\": {\"amount\": 129900, \"currency\": \"CHF\"}";

  @Inject Satu satu;

  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private static Reply pay(String reservation, String payment, String amount, String currency) {
    return Api.commit(
        reservation,
        Api.newName("key"),
        "{\"payment_ref\": \"%s\", \"amount\": %s, \"currency\": \"%s\"}"
            .formatted(payment, amount, currency));
  }

  private static String payment(Reply reply) {
    return reply.json().path("payment").toString();
  }

  private static String reservation(Reply reply) {
    return reply.json().path("reservation").toString();
  }

  @Test
  void a_sale_shows_the_price_and_the_payment_and_when_the_hold_ended() {
    String asset = Api.newAsset(PRICE);
    Reply held = Api.hold(asset, "b");
    String ref = Api.newName("pay");
    String key = Api.newName("key");
    String body =
        "{\"payment_ref\": \"%s\", \"gateway\": \"bank\", \"amount\": 129900, \"currency\": \"CHF\"}"
            .formatted(ref);
    Reply sold = Api.commit(held.member("reservation_id"), key, body);
    isJson(
        sold,
        200,
        """
        {"reservation_id": "%s", "asset_id": "%s", "buyer_id": "b", "status": "COMMITTED", "expires_at": "%s",
         "created_at": "%s", "ended_at": "%s", "price": {"amount": 129900, "currency": "CHF"},
         "payment": {"payment_id": "%s", "gateway": "bank", "payment_ref": "%s", "state": "SALE", "amount": 129900,
                     "currency": "CHF"}, "version": 3}
        """
            .formatted(
                held.member("reservation_id"),
                asset,
                held.member("expires_at"),
                held.member("created_at"),
                sold.member("ended_at"),
                sold.json().at("/payment/payment_id").asText(),
                ref));
    Reply again = Api.commit(held.member("reservation_id"), key, body);
    isReplay(again, sold, 200);
    assertThat(again.header("Satu-Current-Status")).isEmpty();
    isJson(Api.reservation(held.member("reservation_id")), 200, sold.body());
  }

  @Test
  void without_a_price_neither_amount_nor_gateway_is_needed() {
    Reply sold = Api.commit(Api.held(Api.newAsset(), "b"), Api.newName("pay"));
    assertThat(sold.status()).isEqualTo(200);
    assertThat(sold.json().at("/payment/gateway").asText()).isEqualTo("external");
    assertThat(sold.json().path("payment").has("amount")).isFalse();
  }

  @Test
  void the_same_payment_with_a_new_key_is_the_same_sale() throws SQLException {
    String reservation = Api.held(Api.newAsset(), "b");
    String ref = Api.newName("pay");
    Reply sold = Api.commit(reservation, ref);
    isJson(Api.commit(reservation, ref), 200, sold.body());
    assertThat(Rows.number("SELECT count(*) FROM payment WHERE payment_ref = ?", ref)).isEqualTo(1);
  }

  @Test
  void another_payment_for_a_sold_reservation_goes_on_record_as_unmatched() {
    String reservation = Api.held(Api.newAsset(), "b");
    Reply sold = Api.commit(reservation, Api.newName("pay"));
    String ref = Api.newName("pay");
    String key = Api.newName("key");
    String body = "{\"payment_ref\": \"" + ref + "\"}";
    Reply second = Api.commit(reservation, key, body);
    isRefusal(
        second,
        ErrorCode.ALREADY_SOLD,
        "The reservation was committed with another payment. This one is on record and will be checked.",
        "\"payment\": {\"payment_id\": \"%s\", \"gateway\": \"external\", \"payment_ref\": \"%s\","
                .formatted(second.json().at("/payment/payment_id").asText(), ref)
            + " \"state\": \"UNMATCHED\", \"reason\": \"ALREADY_SOLD\"}, \"reservation\": "
            + sold.body());
    isReplay(Api.commit(reservation, key, body), second, 409);
    Reply newKey = Api.commit(reservation, ref);
    assertThat(newKey.body()).isEqualTo(second.body());
    assertThat(newKey.header("Idempotent-Replayed")).isEmpty();
  }

  @Test
  void a_commit_after_a_release_is_410_with_the_payment_and_the_reservation() {
    String reservation = Api.held(Api.newAsset(), "b");
    Reply released = Api.release(reservation);
    String ref = Api.newName("pay");
    String key = Api.newName("key");
    String body = "{\"payment_ref\": \"%s\", \"amount\": 5, \"currency\": \"EUR\"}".formatted(ref);
    Reply late = Api.commit(reservation, key, body);
    isRefusal(
        late,
        ErrorCode.RESERVATION_RELEASED,
        "The hold was released before.",
        "\"payment\": {\"payment_id\": \"%s\", \"gateway\": \"external\", \"payment_ref\": \"%s\","
                .formatted(late.json().at("/payment/payment_id").asText(), ref)
            + " \"state\": \"UNMATCHED\", \"reason\": \"RESERVATION_RELEASED\", \"amount\": 5,"
            + " \"currency\": \"EUR\"}, \"reservation\": "
            + released.body());
    isReplay(Api.commit(reservation, key, body), late, 410);
  }

  // B06: not swept, swept, and taken by somebody else.
  @ParameterizedTest
  @ValueSource(strings = {"not swept", "swept", "taken over"})
  void a_hold_that_ended_by_time_cannot_be_committed(String meanwhile) throws SQLException {
    String asset = Api.newAsset();
    String reservation = Api.held(asset, "b");
    Rows.letExpireIn(reservation, Duration.ofSeconds(-1));
    switch (meanwhile) {
      case "swept" -> satu.overdueSweep().runOnce(1000);
      case "taken over" -> assertThat(Api.hold(asset, "c").status()).isEqualTo(201);
      default -> assertThat(Api.reservation(reservation).member("status")).isEqualTo("EXPIRED");
    }
    Reply assetBefore = Api.asset(asset);
    Reply late = Api.commit(reservation, Api.newName("pay"));
    isRefusal(
        late,
        ErrorCode.RESERVATION_EXPIRED,
        "The hold had expired.",
        "\"payment\": " + payment(late) + ", \"reservation\": " + reservation(late));
    assertThat(late.json().at("/payment/state").asText()).isEqualTo("UNMATCHED");
    assertThat(late.json().at("/reservation/status").asText()).isEqualTo("EXPIRED");
    assertThat(Api.asset(asset).member("status")).isEqualTo(assetBefore.member("status"));
    assertThat(Api.asset(asset).member("hold_expires_at"))
        .isEqualTo(assetBefore.member("hold_expires_at"));
  }

  @Test
  void the_same_late_payment_with_a_new_key_gets_the_same_record() throws SQLException {
    String reservation = Api.held(Api.newAsset(), "b");
    Rows.letExpireIn(reservation, Duration.ofSeconds(-1));
    String ref = Api.newName("pay");
    Reply late = Api.commit(reservation, ref);
    assertThat(Api.commit(reservation, ref).body()).isEqualTo(late.body());
    assertThat(Rows.number("SELECT count(*) FROM payment WHERE payment_ref = ?", ref)).isEqualTo(1);
  }

  @Test
  void a_payment_pays_for_one_sale_only() throws SQLException {
    String ref = Api.newName("pay");
    Api.commit(Api.held(Api.newAsset(), "b"), ref);
    String other = Api.held(Api.newAsset(), "b");
    Map<String, String> before = Rows.fingerprints();
    isRefusal(
        Api.commit(other, ref),
        ErrorCode.PAYMENT_ALREADY_USED,
        "This payment has paid for another sale. Nothing was changed, nothing is refunded.",
        "\"field\": \"payment_ref\"");
    assertThat(Rows.fingerprints()).isEqualTo(before);
    // At another gateway it is another payment.
    assertThat(
            Api.commit(
                    other,
                    Api.newName("key"),
                    "{\"payment_ref\": \"" + ref + "\", \"gateway\": \"bank\"}")
                .status())
        .isEqualTo(200);
  }

  @Test
  void a_payment_that_came_too_late_for_one_reservation_cannot_buy_another() throws SQLException {
    String late = Api.held(Api.newAsset(), "b");
    Api.release(late);
    String ref = Api.newName("pay");
    Api.commit(late, ref);
    String live = Api.held(Api.newAsset(), "b");
    Map<String, String> before = Rows.fingerprints();
    isRefusal(
        Api.commit(live, ref),
        ErrorCode.PAYMENT_UNMATCHED,
        "This payment is on record for another reservation, as one that came too late.",
        "\"field\": \"payment_ref\"");
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @Test
  void where_there_is_a_price_the_amount_is_needed() throws SQLException {
    String reservation = Api.held(Api.newAsset(PRICE), "b");
    Map<String, String> before = Rows.fingerprints();
    isRefusal(
        Api.commit(reservation, Api.newName("pay")),
        ErrorCode.INVALID_FIELD,
        "amount and currency are needed: this asset has a price.",
        "\"field\": \"amount\"");
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"129899,CHF", "129901,CHF", "1,CHF", "129900,EUR", "9223372036854775807,CHF"})
  void another_amount_or_currency_than_the_price_changes_and_records_nothing(
      String amount, String currency) throws SQLException {
    String reservation = Api.held(Api.newAsset(PRICE), "b");
    Map<String, String> before = Rows.fingerprints();
    isRefusal(
        pay(reservation, Api.newName("pay"), amount, currency),
        ErrorCode.AMOUNT_MISMATCH,
        "The payment is not the price of this hold. Nothing was changed or recorded.",
        "\"field\": \"amount\", \"price\": {\"amount\": 129900, \"currency\": \"CHF\"}");
    assertThat(Rows.fingerprints()).isEqualTo(before);
    assertThat(pay(reservation, Api.newName("pay"), "129900", "CHF").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                                                 | payment_ref
          {"payment_ref": ""}                                                | payment_ref
          {"payment_ref": "a b"}                                             | payment_ref
          {"payment_ref": "p", "gateway": ""}                                | gateway
          {"payment_ref": "p", "gateway": "a/b"}                             | gateway
          {"payment_ref": "p", "amount": 5}                                  | currency
          {"payment_ref": "p", "currency": "EUR"}                            | amount
          {"payment_ref": "p", "amount": 0, "currency": "EUR"}               | amount
          {"payment_ref": "p", "amount": -5, "currency": "EUR"}              | amount
          {"payment_ref": "p", "amount": 1.5, "currency": "EUR"}             | amount
          {"payment_ref": "p", "amount": 1e3, "currency": "EUR"}             | amount
          {"payment_ref": "p", "amount": "5", "currency": "EUR"}             | amount
          {"payment_ref": "p", "amount": 9223372036854775808, "currency": "EUR"} | amount
          {"payment_ref": "p", "amount": 5, "currency": "eur"}               | currency
          {"payment_ref": "p", "amount": 5, "currency": "EU"}                | currency
          {"payment_ref": "p", "amount": 5, "currency": "İIS"}               | currency
          {"payment_ref": "p", "amount": 5, "currency": "EUR\\n"}            | currency
          """)
  void a_value_that_breaks_its_rule_is_named_and_nothing_is_sold(String body, String field)
      throws SQLException {
    String reservation = Api.held(Api.newAsset(), "b");
    Map<String, String> before = Rows.fingerprints();
    refusesField(Api.commit(reservation, Api.newName("key"), body), ErrorCode.INVALID_FIELD, field);
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }
}
