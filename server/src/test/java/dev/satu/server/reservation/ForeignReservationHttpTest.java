package dev.satu.server.reservation;

import static dev.satu.server.Answers.isRefusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Satu;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply.First;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody else's reservation is one that does not exist (B02, B08). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ForeignReservationHttpTest {
  private static final String MESSAGE = "There is no reservation of this id.";

  @Inject Satu satu;

  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private String heldByAnotherAccount(String asset) {
    Caller other = Caller.of(new AccountId("other-shop"));
    PlaceCommand command =
        PlaceCommand.of(
            other, new IdempotencyKey(Api.newName("key")), new AssetId(asset), new BuyerId("b"));
    if (satu.reservations().place(command)
        instanceof First<PlaceOutcome>(PlaceOutcome.Held(Reservation held))) {
      return held.id().text();
    }
    throw new AssertionError("not held");
  }

  private static void isUnknown(String reservation) {
    isRefusal(Api.reservation(reservation), ErrorCode.RESERVATION_NOT_FOUND, MESSAGE);
    isRefusal(Api.release(reservation), ErrorCode.RESERVATION_NOT_FOUND, MESSAGE);
    isRefusal(Api.extend(reservation, "PT1M"), ErrorCode.RESERVATION_NOT_FOUND, MESSAGE);
    isRefusal(
        Api.commit(reservation, Api.newName("pay")), ErrorCode.RESERVATION_NOT_FOUND, MESSAGE);
  }

  @Test
  void the_reservation_of_another_account_cannot_be_seen_or_changed() throws SQLException {
    String foreign = heldByAnotherAccount(Api.newAsset());
    Map<String, String> before = Rows.fingerprints();
    isUnknown(foreign);
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @Test
  void the_same_buyer_id_of_another_account_is_another_buyer() {
    String asset = Api.newAsset();
    heldByAnotherAccount(asset);
    Reply refused = Api.hold(asset, "b");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.member("reason")).isEqualTo("HELD");
    assertThat(refused.json().has("reservation_id")).isFalse();
  }

  @Test
  void a_made_up_reservation_does_not_exist() throws SQLException {
    Map<String, String> before = Rows.fingerprints();
    isUnknown("res_01HZX49R8T390123456789ABCD");
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "res_",
        "res_01HZX49R8T39",
        "res_01HZX49R8T390123456789ABCDE",
        "RES_01HZX49R8T390123456789ABCD",
        "res_01HZX49R8T390123456789ABC%00",
        "res_01HZX49R8T390123456789AB%c4%b0",
        "..%2f..%2fassets",
        "pay_01HZX49R8T390123456789ABCD",
        "'%20OR%20true--"
      })
  void an_id_that_cannot_be_one_names_nothing(String id) {
    isUnknown(id);
  }

  @Test
  void an_id_as_long_as_a_request_line_may_be_names_nothing() {
    isUnknown("r".repeat(3_000));
  }

  @Test
  void an_id_in_small_letters_is_another_id() {
    String reservation = Api.held(Api.newAsset(), "b");
    String lower = "res_" + reservation.substring(4).toLowerCase(java.util.Locale.ROOT);
    isUnknown(lower);
    assertThat(Api.reservation(reservation).member("status")).isEqualTo("HELD");
  }
}
