package dev.satu.server.account;

import dev.satu.account.ApiKey;
import dev.satu.account.CreateKeyOutcome;
import dev.satu.account.KeyStatus;
import dev.satu.account.RevokeKeyOutcome;
import dev.satu.account.RotateKeyOutcome;
import dev.satu.idempotency.Reply;
import dev.satu.server.http.Answer;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Problem;
import dev.satu.value.KeyId;
import jakarta.ws.rs.core.Response;

/** What the outcomes of key commands look like from outside. */
final class KeyAnswers {
  private KeyAnswers() {}

  static Answer created(CreateKeyOutcome outcome, Reply<?> reply, String made) {
    return switch (outcome) {
      case CreateKeyOutcome.Created(ApiKey key) -> shown(key, reply, made);
      case CreateKeyOutcome.AccountNotFound() ->
          Answer.refusal(AccountResource.notFound().withField("account_id"));
    };
  }

  static Answer rotated(RotateKeyOutcome outcome, Reply<?> reply, String made) {
    return switch (outcome) {
      case RotateKeyOutcome.Rotated(ApiKey successor) -> shown(successor, reply, made);
      case RotateKeyOutcome.AlreadyRotated(KeyId successor) ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.KEY_ALREADY_ROTATED,
                      "This key has a successor. Nothing was changed.")
                  .with("replaced_by", successor.text()));
      case RotateKeyOutcome.NotInForce(KeyStatus status) ->
          Answer.refusal(
              Problem.of(ErrorCode.KEY_NOT_IN_FORCE, "Only a key in force can be rotated.")
                  .with("key_status", status.name()));
      case RotateKeyOutcome.NotFound() -> Answer.refusal(notFound());
    };
  }

  static Answer revoked(RevokeKeyOutcome outcome) {
    return switch (outcome) {
      case RevokeKeyOutcome.Revoked(ApiKey key) -> Answer.facts(200, key.json());
      case RevokeKeyOutcome.NotFound() -> Answer.refusal(notFound());
    };
  }

  static Problem notFound() {
    return Problem.of(ErrorCode.KEY_NOT_FOUND, "There is no API key of this id.");
  }

  /** What shows a key is kept by nobody on the way. */
  static Response unkept(Response response) {
    return Response.fromResponse(response).header("Cache-Control", "no-store").build();
  }

  /**
   * The facts, and the key itself only in the first answer: what was made for a request that turned
   * out to be a replay is no key of anybody's.
   */
  private static Answer shown(ApiKey key, Reply<?> reply, String made) {
    String facts = key.json();
    return Answer.facts(
        201,
        reply instanceof Reply.First<?>
            ? facts.substring(0, facts.length() - 1) + ",\"key\":\"" + made + "\"}"
            : facts);
  }
}
