package dev.satu.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import dev.satu.value.ImportId;
import dev.satu.value.KeyId;
import dev.satu.value.ReservationId;

/** A good call of every route, and what it is about. */
final class AccessCalls {
  private static final String HISTORY = "GET /v1/assets/{asset_id}/history";
  private static final String IMPORT = "GET /v1/imports/{import_id}";
  private static final String RELIST = "POST /v1/assets/{asset_id}/relist";
  private static final String CANCEL_SALE = "POST /v1/assets/{asset_id}/cancel-sale";
  private static final String OPERATORS_RELEASE = "POST /v1/assets/{asset_id}/release";
  private static final String RELEASE = "POST /v1/reservations/{reservation_id}/release";

  private AccessCalls() {}

  /** What a call is about. */
  record Things(
      String buyer,
      String asset,
      String reservation,
      String account,
      String keyId,
      String importId) {
    /**
     * A hold of this buyer, and an asset in the state in which the route does something: the held
     * one or another.
     *
     * @param claimAndSettle a key of the buyer's account
     */
    static Things of(String route, String buyer, String claimAndSettle) {
      String held = Api.newAsset();
      Reply hold =
          changed(claimAndSettle, Api.holds(held), "{\"buyer_id\": \"" + buyer + "\"}", 201);
      String reservation = hold.member("reservation_id");
      String asset =
          switch (route) {
            case HISTORY, OPERATORS_RELEASE -> held;
            case CANCEL_SALE -> {
              String commit = "/v1/reservations/" + reservation + "/commit";
              changed(claimAndSettle, commit, payment(), 200);
              yield held;
            }
            case RELIST -> {
              String listed = Api.newAsset();
              Reply withdrawn =
                  Api.post("/v1/assets/" + listed + "/withdraw", Api.newName("key"), reason());
              assertThat(withdrawn.status()).as(withdrawn.body()).isEqualTo(200);
              yield listed;
            }
            default -> Api.newAsset();
          };
      String account = Keys.account(Api.newName("acc"), "");
      String importId = route.equals(IMPORT) ? imported() : ImportId.create((short) 1).text();
      return new Things(
          buyer, asset, reservation, account, Keys.key(account, Scope.READ).id(), importId);
    }

    /** Ids of the right shape that nothing has. */
    static Things unknown(String buyer) {
      return new Things(
          buyer,
          Api.newName("lot"),
          ReservationId.create((short) 1).text(),
          Api.newName("acc"),
          KeyId.create((short) 1).text(),
          ImportId.create((short) 1).text());
    }

    /** An import by the account of the operator whose calls the table tells. */
    private static String imported() {
      Reply reply =
          importing(
              Keys.as(
                  Keys.key(BuyerTokenIssuer.ACCOUNT, Scope.OPERATOR).key(),
                  "POST",
                  "/v1/assets/import"));
      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
      return reply.member("import_id");
    }

    private static Reply changed(String bearer, String path, String json, int status) {
      Reply reply =
          Keys.as(bearer, "POST", path)
              .header("Idempotency-Key", Api.newName("key"))
              .json(json)
              .send();
      assertThat(reply.status()).as(reply.body()).isEqualTo(status);
      return reply;
    }
  }

  /** Calls the route about these things; with an empty bearer, without a credential. */
  static Reply call(String route, Things things, String bearer) {
    String method = route.substring(0, route.indexOf(' '));
    String path =
        route
            .substring(method.length() + 1)
            .replace("{asset_id}", things.asset())
            .replace("{reservation_id}", things.reservation())
            .replace("{account_id}", things.account())
            .replace("{key_id}", things.keyId())
            .replace("{import_id}", things.importId());
    Wire request = bearer.isEmpty() ? Wire.open(method, path) : Keys.as(bearer, method, path);
    if (method.equals("GET")) {
      return request.send();
    }
    if (route.equals("POST /v1/assets/import")) {
      return importing(request);
    }
    request.header("Idempotency-Key", Api.newName("key"));
    if (method.equals("PATCH")) {
      request.header("If-Match", "\"1\"");
    }
    return switch (route) {
      case RELEASE -> request.header("Content-Length", "0").send();
      default -> request.json(body(route, things)).send();
    };
  }

  private static Reply importing(Wire request) {
    String file = "asset_id,name\n" + Api.newName("lot") + ",A lot\n";
    return request
        .header("Idempotency-Key", Api.newName("key"))
        .header("Content-Type", "text/csv")
        .body(file.getBytes(UTF_8))
        .send();
  }

  private static String body(String route, Things things) {
    return switch (route) {
      case "POST /v1/assets" ->
          "{\"asset_id\": \"" + Api.newName("lot") + "\", \"name\": \"A lot\"}";
      case "PATCH /v1/assets/{asset_id}" -> "{\"name\": \"Another name\"}";
      case "POST /v1/assets/{asset_id}/withdraw", RELIST, CANCEL_SALE -> reason();
      case OPERATORS_RELEASE ->
          "{\"reservation_id\": \"" + things.reservation() + "\", \"reason\": \"a mistake\"}";
      case "POST /v1/assets/{asset_id}/reservations" ->
          "{\"buyer_id\": \"" + things.buyer() + "\"}";
      case "POST /v1/reservations/{reservation_id}/commit" -> payment();
      case "POST /v1/reservations/{reservation_id}/extend" -> "{\"extend_by\": \"PT1M\"}";
      case "POST /v1/accounts" ->
          "{\"account_id\": \"" + Api.newName("acc") + "\", \"name\": \"A shop\"}";
      case "PATCH /v1/accounts/{account_id}" -> "{\"name\": \"Another name\"}";
      case "POST /v1/keys" -> Keys.body(things.account(), Scope.READ);
      case "POST /v1/keys/{key_id}/rotate" -> "{}";
      case "POST /v1/keys/{key_id}/revoke" -> "{\"reason\": \"it leaked\"}";
      default -> throw new AssertionError("what is the body of " + route + "?");
    };
  }

  private static String payment() {
    return "{\"payment_ref\": \"" + Api.newName("pay") + "\"}";
  }

  private static String reason() {
    return "{\"reason\": \"a mistake\"}";
  }
}
