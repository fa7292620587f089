package dev.satu.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Accounts and keys as an operator makes them. */
final class Keys {
  private Keys() {}

  /** A key and its name. */
  record Made(String id, String key) {}

  /** Makes an account, if it is not there yet. */
  static String account(String id, String further) {
    String more = further.isEmpty() ? "" : ", " + further;
    Reply reply =
        Api.post(
            "/v1/accounts",
            Api.newName("key"),
            "{\"account_id\": \"" + id + "\", \"name\": \"A shop\"" + more + "}");
    assertThat(reply.status()).as(reply.body()).isIn(201, 409);
    return id;
  }

  /** Makes a key of an account. */
  static Made key(String account, Scope... scopes) {
    Reply reply = Api.post("/v1/keys", Api.newName("key"), body(account, scopes));
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return new Made(reply.member("key_id"), reply.member("key"));
  }

  static String body(String account, Scope... scopes) {
    String names =
        Arrays.stream(scopes).map(s -> '"' + s.text() + '"').collect(Collectors.joining(", "));
    return "{\"account_id\": \"" + account + "\", \"name\": \"Web\", \"scopes\": [" + names + "]}";
  }

  static Reply revoke(Made made) {
    return Api.post(
        "/v1/keys/" + made.id() + "/revoke", Api.newName("key"), "{\"reason\": \"it leaked\"}");
  }

  /** A key whose time is over. */
  static Made expired(String account) throws SQLException {
    Made made = key(account, Scope.values());
    assertThat(
            Rows.execute(
                "UPDATE api_key SET expires_at = clock_timestamp() - interval '1 second' WHERE id = ?",
                made.id()))
        .isEqualTo(1);
    return made;
  }

  /** A request with a bearer's text of one's own. */
  static Wire as(String bearer, String method, String path) {
    return Wire.open(method, path).header("Authorization", "Bearer " + bearer);
  }
}
