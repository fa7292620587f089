package dev.satu.server.reservation;

import static dev.satu.server.Answers.isRefusal;
import static dev.satu.server.Answers.isReplay;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first source document, to the letter. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class SeedHttpTest {
  private static final String BUYER = "usr_01HZX48K7N2A";
  private static final String MESSAGE =
      "Asset is currently reserved by another buyer or already sold.";

  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private static Instant databaseNow() throws SQLException {
    return Instant.parse(Rows.text("SELECT utc_text(clock_timestamp())"));
  }

  @Test
  void the_request_of_the_document_gets_the_answer_of_the_document() throws SQLException {
    Api.create(Api.newName("key"), "{\"asset_id\": \"EQ-88392\", \"name\": \"Unit 88392\"}");
    Instant before = databaseNow();
    Reply reply =
        Wire.keyed("POST", "/v1/assets/EQ-88392/reservations")
            .header("Idempotency-Key", "7b84c798-289b-4b2a-a929-873d6b0bf5d2")
            .json("{\n  \"buyer_id\": \"usr_01HZX48K7N2A\"\n}")
            .send();
    Instant after = databaseNow();

    assertThat(reply.status()).isEqualTo(201);
    List<String> members = new ArrayList<>();
    reply.json().fieldNames().forEachRemaining(members::add);
    assertThat(members)
        .containsExactly(
            "reservation_id",
            "asset_id",
            "buyer_id",
            "status",
            "expires_at",
            "created_at",
            "version");
    assertThat(reply.member("reservation_id")).matches("res_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(reply.member("asset_id")).isEqualTo("EQ-88392");
    assertThat(reply.member("buyer_id")).isEqualTo(BUYER);
    assertThat(reply.member("status")).isEqualTo("HELD");
    assertThat(reply.json().path("version").longValue()).isEqualTo(2);
    String time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z";
    assertThat(reply.member("created_at")).matches(time);
    assertThat(reply.member("expires_at")).matches(time);
    Instant created = Instant.parse(reply.member("created_at"));
    assertThat(created).isBetween(before, after);
    assertThat(Instant.parse(reply.member("expires_at")))
        .isEqualTo(created.plus(Duration.ofMinutes(10)));
    assertThat(reply.header("Idempotent-Replayed")).isEmpty();
    assertThat(reply.header("Satu-Current-Status")).isEmpty();
  }

  @Test
  void the_same_request_again_is_answered_200_with_the_same_bytes() {
    String asset = Api.newAsset();
    String key = Api.newName("key");
    Reply first = Api.hold(asset, BUYER, key);
    Reply again = Api.hold(asset, BUYER, key);
    assertThat(first.status()).isEqualTo(201);
    isReplay(again, first, 200);
    assertThat(again.header("Satu-Current-Status")).isEmpty();
  }

  @Test
  void another_buyer_is_refused_at_once_with_the_code_and_the_message_of_the_document() {
    String asset = Api.newAsset();
    Api.held(asset, BUYER);
    Reply refused = Api.hold(asset, "usr_other");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.member("error_code")).isEqualTo("ASSET_UNAVAILABLE");
    assertThat(refused.member("message")).isEqualTo(MESSAGE);
    String wait = Answers.tellsWhen(refused, Duration.ofMinutes(10));
    isRefusal(
        refused,
        ErrorCode.ASSET_UNAVAILABLE,
        MESSAGE,
        "\"reason\": \"HELD\", \"retry_after\": \"" + wait + "\"");
    assertThat(refused.body()).doesNotContain(BUYER);
  }

  @Test
  void a_commit_answers_200_and_the_asset_is_sold() {
    String asset = Api.newAsset();
    String reservation = Api.held(asset, BUYER);
    Reply sold = Api.commit(reservation, Api.newName("pay"));
    assertThat(sold.status()).isEqualTo(200);
    assertThat(sold.member("status")).isEqualTo("COMMITTED");
    assertThat(Api.asset(asset).member("status")).isEqualTo("SOLD");
    isRefusal(
        Api.hold(asset, "usr_other"), ErrorCode.ASSET_UNAVAILABLE, MESSAGE, "\"reason\": \"SOLD\"");
  }

  @Test
  void a_release_answers_200_and_the_asset_is_available_at_once() {
    String asset = Api.newAsset();
    String reservation = Api.held(asset, BUYER);
    Reply released = Api.release(reservation);
    assertThat(released.status()).isEqualTo(200);
    assertThat(released.member("status")).isEqualTo("RELEASED");
    assertThat(Api.asset(asset).member("status")).isEqualTo("AVAILABLE");
    assertThat(Api.hold(asset, "usr_other").status()).isEqualTo(201);
  }

  // B01 as well: the loser's answer never says success.
  @Test
  void of_100_parallel_requests_one_gets_201_and_99_get_409() throws SQLException {
    String asset = Api.newAsset();
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      keys.add(Api.newName("key"));
    }
    Finish<Reply> finish =
        Race.of(100).run(i -> Api.hold(asset, "usr_" + i, keys.get(i))).withoutFailures();

    assertThat(finish.count(reply -> reply.status() == 201)).isEqualTo(1);
    assertThat(finish.count(reply -> reply.status() == 409)).isEqualTo(99);
    for (Reply reply : finish.values()) {
      if (reply.status() == 409) {
        assertThat(reply.member("error_code")).isEqualTo("ASSET_UNAVAILABLE");
        assertThat(reply.member("message")).isEqualTo(MESSAGE);
        assertThat(reply.json().has("reservation_id")).isFalse();
      }
    }
    assertThat(Rows.number("SELECT count(*) FROM reservation WHERE asset_id = ?", asset))
        .isEqualTo(1);
    int winner = finish.values().indexOf(first(finish, 201));
    isReplay(Api.hold(asset, "usr_" + winner, keys.get(winner)), first(finish, 201), 200);
    int loser = finish.values().indexOf(first(finish, 409));
    Reply lostAgain = Api.hold(asset, "usr_" + loser, keys.get(loser));
    assertThat(lostAgain.status()).isEqualTo(409);
    assertThat(lostAgain.header("Idempotent-Replayed")).isEmpty();
  }

  private static Reply first(Finish<Reply> finish, int status) {
    return finish.values().stream()
        .filter(reply -> reply.status() == status)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/assets,'{\"asset_id\": \"never\", \"name\": \"Never\"}'",
    "/v1/assets/ASSET/reservations,'{\"buyer_id\": \"b\"}'",
    "/v1/reservations/RESERVATION/commit,'{\"payment_ref\": \"p\"}'",
    "/v1/reservations/RESERVATION/release,''",
    "/v1/reservations/RESERVATION/extend,'{\"extend_by\": \"PT1M\"}'",
  })
  void a_change_without_idempotency_key_is_refused_and_changes_nothing(String path, String body)
      throws SQLException {
    String asset = Api.newAsset();
    String reservation = Api.held(asset, BUYER);
    Map<String, String> before = Rows.fingerprints();
    Reply reply =
        Wire.keyed("POST", path.replace("ASSET", asset).replace("RESERVATION", reservation))
            .json(body)
            .send();
    isRefusal(
        reply,
        ErrorCode.IDEMPOTENCY_KEY_MISSING,
        "This call needs the header Idempotency-Key: a value of your own, new for each intention and"
            + " the same for each retry of it.");
    assertThat(Rows.fingerprints()).isEqualTo(before);
  }

  @Test
  void a_replay_a_day_later_is_the_same_bytes() throws SQLException {
    String asset = Api.newAsset();
    String key = Api.newName("key");
    Reply first = Api.hold(asset, BUYER, key);
    Rows.execute(
        "UPDATE idempotency_key SET created_at = created_at - interval '24 hours' WHERE key = ?",
        key);
    Rows.letExpireIn(first.member("reservation_id"), Duration.ofMinutes(10).minusHours(24));

    Reply again = Api.hold(asset, BUYER, key);
    isReplay(again, first, 200);
    assertThat(again.header("Satu-Current-Status")).isEqualTo("EXPIRED");
    assertThat(Api.asset(asset).member("status")).isEqualTo("AVAILABLE");
  }

  @Test
  void a_commit_that_comes_too_late_is_410_and_its_payment_is_on_record() throws SQLException {
    String asset = Api.newAsset();
    String reservation = Api.held(asset, BUYER);
    Rows.letExpireIn(reservation, Duration.ofSeconds(-1));
    String next = Api.held(asset, "usr_next");
    String key = Api.newName("key");
    String body = "{\"payment_ref\": \"" + Api.newName("pay") + "\"}";

    Reply late = Api.commit(reservation, key, body);
    assertThat(late.status()).isEqualTo(410);
    assertThat(late.member("error_code")).isEqualTo("RESERVATION_EXPIRED");
    assertThat(late.json().at("/payment/state").asText()).isEqualTo("UNMATCHED");
    assertThat(late.json().at("/payment/reason").asText()).isEqualTo("RESERVATION_EXPIRED");
    assertThat(
            Rows.text(
                "SELECT state || ' ' || (check_due_at IS NOT NULL) FROM payment WHERE id = ?",
                late.json().at("/payment/payment_id").asText()))
        .isEqualTo("UNMATCHED true");
    isReplay(Api.commit(reservation, key, body), late, 410);
    assertThat(Api.reservation(next).member("status")).isEqualTo("HELD");
  }
}
