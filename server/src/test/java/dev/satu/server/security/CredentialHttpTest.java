package dev.satu.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Answers;
import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import dev.satu.testkit.Race;
import dev.satu.testkit.Waits;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys as they live: shown once, rotated, revoked; and what an account chooses for its buyers. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@QuarkusTestResource(BuyerTokenIssuer.class)
final class CredentialHttpTest {
  @AfterEach
  void the_invariants_hold() throws SQLException {
    Rows.assertInvariants();
  }

  private static String newAccount(String further) {
    return Keys.account(Api.newName("acc"), further);
  }

  private static int status(Keys.Made key) {
    return Keys.as(key.key(), "GET", "/v1/assets?limit=1").send().status();
  }

  private static Reply hold(String bearer, String asset, String buyer) {
    return hold(bearer, asset, buyer, Api.newName("key"));
  }

  private static Reply hold(String bearer, String asset, String buyer, String key) {
    return Keys.as(bearer, "POST", Api.holds(asset))
        .header("Idempotency-Key", key)
        .json("{\"buyer_id\": \"" + buyer + "\"}")
        .send();
  }

  private static Reply change(String account, String ifMatch, String json) {
    Wire request =
        Wire.keyed("PATCH", "/v1/accounts/" + account)
            .header("Idempotency-Key", Api.newName("key"));
    if (!ifMatch.isEmpty()) {
      request.header("If-Match", ifMatch);
    }
    return request.json(json).send();
  }

  @Test
  void a_key_that_is_revoked_is_refused_within_five_seconds_also_if_it_was_just_used() {
    Keys.Made key = Keys.key(newAccount(""), Scope.READ);
    assertThat(status(key)).isEqualTo(200);
    assertThat(status(key)).isEqualTo(200);

    assertThat(Keys.revoke(key).member("status")).isEqualTo("REVOKED");

    Waits.until("the key is refused", Duration.ofSeconds(5), () -> status(key) == 401);
    assertThat(status(key)).isEqualTo(401);
  }

  @Test
  void a_new_key_works_at_once_and_beside_the_old_one() {
    Keys.Made old = Keys.key(newAccount(""), Scope.READ);
    Reply rotated =
        Api.post("/v1/keys/" + old.id() + "/rotate", Api.newName("key"), "{\"overlap\": \"PT1H\"}");

    assertThat(rotated.status()).isEqualTo(201);
    assertThat(rotated.header("Cache-Control")).isEqualTo("no-store");
    assertThat(rotated.member("rotated_from")).isEqualTo(old.id());
    assertThat(status(new Keys.Made(rotated.member("key_id"), rotated.member("key"))))
        .isEqualTo(200);
    assertThat(status(old)).isEqualTo(200);
    Reply again = Api.post("/v1/keys/" + old.id() + "/rotate", Api.newName("key"), "{}");
    assertThat(again.member("error_code")).isEqualTo("KEY_ALREADY_ROTATED");
    assertThat(again.member("replaced_by")).isEqualTo(rotated.member("key_id"));
  }

  @Test
  void a_key_stands_in_the_first_answer_and_nowhere_else() throws SQLException {
    String account = newAccount("");
    String idempotencyKey = Api.newName("key");
    Reply first = Api.post("/v1/keys", idempotencyKey, Keys.body(account, Scope.READ));
    Reply again = Api.post("/v1/keys", idempotencyKey, Keys.body(account, Scope.READ));

    String key = first.member("key");
    assertThat(key).startsWith("satu_").hasSize(37);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.json().has("key")).isFalse();
    assertThat(first.body())
        .isEqualTo(
            again.body().substring(0, again.body().length() - 1) + ",\"key\":\"" + key + "\"}");
    assertThat(Api.get("/v1/keys/" + first.member("key_id")).body()).doesNotContain(key);
    assertThat(Api.get("/v1/keys?account_id=" + account).body())
        .isEqualTo("{\"items\":[" + again.body() + "],\"next_cursor\":null}");
    assertThat(
            Rows.number(
                """
                SELECT (SELECT count(*) FROM idempotency_key k WHERE strpos(k::text, ?) > 0)
                     + (SELECT count(*) FROM api_key k WHERE strpos(k::text, ?) > 0)
                     + (SELECT count(*) FROM event e WHERE strpos(e::text, ?) > 0)
                """,
                key,
                key,
                key))
        .isZero();
  }

  @Test
  void of_many_that_make_one_key_together_one_is_shown_it_and_it_works() {
    String account = newAccount("");
    String idempotencyKey = Api.newName("key");

    var finish =
        Race.of(20).run(n -> Api.post("/v1/keys", idempotencyKey, Keys.body(account, Scope.READ)));

    var replies = finish.withoutFailures().values();
    assertThat(replies).extracting(Reply::status).containsOnly(200, 201);
    assertThat(replies).filteredOn(reply -> reply.json().has("key")).hasSize(1);
    assertThat(replies)
        .filteredOn(reply -> reply.json().has("key"))
        .allSatisfy(reply ->
            assertThat(status(new Keys.Made(reply.member("key_id"), reply.member("key"))))
                .isEqualTo(200));
    assertThat(replies)
        .extracting(reply -> reply.member("key_id"))
        .containsOnly(replies.getFirst().member("key_id"));
  }

  @Test
  void scopes_that_do_not_exist_are_named() {
    String account = newAccount("");
    for (String scopes : new String[] {"[]", "[\"root\"]", "[\"CLAIM\"]", "[null]", "\"read\""}) {
      Reply reply =
          Api.post(
              "/v1/keys",
              Api.newName("key"),
              "{\"account_id\": \"%s\", \"name\": \"Web\", \"scopes\": %s}"
                  .formatted(account, scopes));
      assertThat(reply.status()).as(scopes).isEqualTo(400);
      assertThat(reply.member("field")).as(scopes).startsWith("scopes");
    }
  }

  @Test
  void an_account_is_changed_only_for_the_version_that_was_seen() {
    String account = newAccount("\"live_holds\": 2");
    String path = "/v1/accounts/" + account;
    assertThat(Api.get(path).header("ETag")).isEqualTo("\"1\"");

    assertThat(change(account, "", "{\"name\": \"B\"}").member("error_code"))
        .isEqualTo("PRECONDITION_REQUIRED");
    Reply changed = change(account, "\"1\"", "{\"live_holds\": null, \"own_hold\": \"REFUSE\"}");
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(changed.json().has("live_holds")).isFalse();
    assertThat(changed.member("name")).isEqualTo("A shop");
    Reply late = change(account, "\"1\"", "{\"name\": \"B\"}");
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.member("error_code")).isEqualTo("VERSION_MISMATCH");
    assertThat(late.member("current_version")).isEqualTo("2");
    assertThat(late.header("ETag")).isEqualTo("\"2\"");
    Answers.refusesField(
        change(account, "\"2\"", "{\"name\": null}"), ErrorCode.INVALID_FIELD, "name");
    Answers.refusesField(
        change(account, "\"2\"", "{\"live_holds\": 0}"), ErrorCode.INVALID_FIELD, "live_holds");
    assertThat(change("nobody", "\"1\"", "{}").member("error_code")).isEqualTo("ACCOUNT_NOT_FOUND");
  }

  @Test
  void an_account_may_refuse_a_second_hold_and_cap_the_holds_of_a_buyer() {
    String account = newAccount("\"own_hold\": \"REFUSE\", \"live_holds\": 1");
    String key = Keys.key(account, Scope.CLAIM).key();
    String asset = Api.newAsset();

    assertThat(hold(key, asset, "b").status()).isEqualTo(201);
    Reply again = hold(key, asset, "b");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.member("reason")).isEqualTo("HELD_BY_YOU");
    assertThat(hold(key, Api.newAsset(), "b").member("error_code")).isEqualTo("HOLD_LIMIT_REACHED");
    assertThat(hold(key, Api.newAsset(), "c").status()).isEqualTo(201);
  }

  @Test
  void a_buyers_token_holds_ten_at_once_for_itself_and_no_other() {
    Keys.account(BuyerTokenIssuer.ACCOUNT, "");
    String buyer = Api.newName("buyer");
    String token = BuyerTokenIssuer.token(buyer);
    for (int i = 0; i < 10; i++) {
      assertThat(hold(token, Api.newAsset(), buyer).status()).isEqualTo(201);
    }

    Reply refused = hold(token, Api.newAsset(), buyer);
    assertThat(refused.member("error_code")).isEqualTo("HOLD_LIMIT_REACHED");
    assertThat(refused.member("limit")).isEqualTo("10");
    Reply other = hold(token, Api.newAsset(), Api.newName("other"));
    assertThat(other.status()).isEqualTo(403);
    Answers.refusesField(other, ErrorCode.BUYER_MISMATCH, "buyer_id");
  }

  // B30: the same idempotency key of two accounts.
  @Test
  void two_accounts_with_one_idempotency_key_never_see_each_others_answers() {
    String first = Keys.key(newAccount(""), Scope.CLAIM).key();
    String second = Keys.key(newAccount(""), Scope.CLAIM).key();
    String shared = Api.newName("key");

    Reply ofFirst = hold(first, Api.newAsset(), "b", shared);
    Reply ofSecond = hold(second, Api.newAsset(), "b", shared);

    assertThat(ofFirst.status()).isEqualTo(201);
    assertThat(ofSecond.status()).isEqualTo(201);
    Answers.isReplay(hold(first, ofFirst.member("asset_id"), "b", shared), ofFirst, 200);
    Answers.isReplay(hold(second, ofSecond.member("asset_id"), "b", shared), ofSecond, 200);
    assertThat(hold(first, ofSecond.member("asset_id"), "b", shared).member("error_code"))
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
  }
}
