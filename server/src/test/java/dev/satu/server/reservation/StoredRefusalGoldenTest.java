package dev.satu.server.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire.Reply;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The bytes of the refusals that are stored with their key. A key that was answered by an older
 * version must be answered with the same bytes by a newer one: this wording is frozen for version
 * 1, and a test that fails here is not to be mended by changing what it expects.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class StoredRefusalGoldenTest {
  private static final String PAYMENT =
      "\"payment\":{\"payment_id\":\"PAYMENT\",\"gateway\":\"external\",\"payment_ref\":\"REF\","
          + "\"state\":\"UNMATCHED\",\"reason\":\"%s\",\"amount\":5,\"currency\":\"EUR\"}";

  private static Reply commit(String reservation, String key) {
    return Api.commit(
        reservation,
        key,
        "{\"payment_ref\": \"REF-" + key + "\", \"amount\": 5, \"currency\": \"EUR\"}");
  }

  private static void isStoredAs(String reservation, String golden) {
    String key = Api.newName("key");
    assertThat(withoutNames(commit(reservation, key))).isEqualTo(golden);
    assertThat(withoutNames(commit(reservation, key))).isEqualTo(golden);
  }

  private static String withoutNames(Reply reply) {
    return reply
        .body()
        .replaceAll("res_[0-9A-Z]{26}", "RESERVATION")
        .replaceAll("pay_[0-9A-Z]{26}", "PAYMENT")
        .replaceAll("REF-[0-9a-z-]+", "REF")
        .replaceAll("lot-[0-9a-z-]+", "ASSET")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z", "INSTANT");
  }

  @Test
  void a_commit_of_an_expired_hold() throws SQLException {
    String reservation = Api.held(Api.newAsset(), "BUYER");
    Rows.letExpireIn(reservation, Duration.ofSeconds(-1));
    isStoredAs(
        reservation,
        "{\"type\":\"urn:satu:RESERVATION_EXPIRED\",\"title\":\"Reservation expired\",\"status\":410,"
            + "\"detail\":\"The hold had expired.\",\"error_code\":\"RESERVATION_EXPIRED\","
            + "\"message\":\"The hold had expired.\","
            + PAYMENT.formatted("RESERVATION_EXPIRED")
            + ",\"reservation\":{\"reservation_id\":\"RESERVATION\",\"asset_id\":\"ASSET\","
            + "\"buyer_id\":\"BUYER\",\"status\":\"EXPIRED\",\"expires_at\":\"INSTANT\","
            + "\"created_at\":\"INSTANT\",\"ended_at\":\"INSTANT\",\"version\":3}}");
  }

  @Test
  void a_commit_of_a_released_hold() {
    String reservation = Api.held(Api.newAsset(), "BUYER");
    Api.release(reservation);
    isStoredAs(
        reservation,
        "{\"type\":\"urn:satu:RESERVATION_RELEASED\",\"title\":\"Reservation released\",\"status\":410,"
            + "\"detail\":\"The hold was released before.\",\"error_code\":\"RESERVATION_RELEASED\","
            + "\"message\":\"The hold was released before.\","
            + PAYMENT.formatted("RESERVATION_RELEASED")
            + ",\"reservation\":{\"reservation_id\":\"RESERVATION\",\"asset_id\":\"ASSET\","
            + "\"buyer_id\":\"BUYER\",\"status\":\"RELEASED\",\"expires_at\":\"INSTANT\","
            + "\"created_at\":\"INSTANT\",\"ended_at\":\"INSTANT\",\"version\":3}}");
  }

  @Test
  void a_commit_by_another_payment() {
    String reservation =
        Api.held(Api.newAsset("\"price\": {\"amount\": 7, \"currency\": \"EUR\"}"), "BUYER");
    Api.commit(
        reservation,
        Api.newName("key"),
        "{\"payment_ref\": \"REF-%s\", \"amount\": 7, \"currency\": \"EUR\"}"
            .formatted(Api.newName("sale")));
    isStoredAs(
        reservation,
        "{\"type\":\"urn:satu:ALREADY_SOLD\",\"title\":\"Already sold\",\"status\":409,"
            + "\"detail\":\"The reservation was committed with another payment. This one is on record and will be checked.\","
            + "\"error_code\":\"ALREADY_SOLD\","
            + "\"message\":\"The reservation was committed with another payment. This one is on record and will be checked.\","
            + PAYMENT.formatted("ALREADY_SOLD")
            + ",\"reservation\":{\"reservation_id\":\"RESERVATION\",\"asset_id\":\"ASSET\","
            + "\"buyer_id\":\"BUYER\",\"status\":\"COMMITTED\",\"expires_at\":\"INSTANT\","
            + "\"created_at\":\"INSTANT\",\"ended_at\":\"INSTANT\",\"price\":{\"amount\":7,\"currency\":\"EUR\"},"
            + "\"payment\":{\"payment_id\":\"PAYMENT\",\"gateway\":\"external\",\"payment_ref\":\"REF\","
            + "\"state\":\"SALE\",\"amount\":7,\"currency\":\"EUR\"},\"version\":3}}");
  }
}
