package dev.satu.server.http;

import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Reply;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Turns what a keyed command came back with into an HTTP answer: all that is the same for all
 * commands.
 */
public final class Replies {
  /** Stands on every replay. */
  public static final String REPLAYED = "Idempotent-Replayed";

  /** Stands on a replay whose reservation has moved on since. */
  public static final String CURRENT_STATUS = "Satu-Current-Status";

  private Replies() {}

  /**
   * The HTTP answer to a command.
   *
   * @param answerOf what the command's outcome looks like; the only part that differs from command
   *     to command
   */
  public static <O> Response response(Reply<O> reply, Function<O, Answer> answerOf) {
    return switch (reply) {
      case Reply.First<O>(O outcome) -> answerOf.apply(outcome).first();
      case Reply.Replay<O>(O outcome, Optional<String> statusNow) ->
          replay(answerOf.apply(outcome), statusNow);
      case Reply.KeyReused<O>() ->
          Problem.of(
                  ErrorCode.IDEMPOTENCY_KEY_REUSED,
                  "This Idempotency-Key was used for another request. Nothing was changed.")
              .toResponse();
      case Reply.InProgress<O>(Duration retryAfter) ->
          Problem.of(
                  ErrorCode.REQUEST_IN_PROGRESS,
                  "A request with this Idempotency-Key is being worked on. Ask again with the same key.")
              .retryAfter(retryAfter)
              .toResponse();
      case Reply.Busy<O>(Duration retryAfter) -> busy(retryAfter).toResponse();
      case Reply.Unknown<O>() ->
          Problem.of(
                  ErrorCode.OUTCOME_UNKNOWN,
                  "The connection to the database was lost while the request was being carried out. Whether it took"
                      + " effect is told to the same request with the same Idempotency-Key.")
              .retryAfter(Duration.ofSeconds(1))
              .toResponse();
    };
  }

  /** Nothing was changed; the same request may be sent again later. */
  public static Problem busy(Duration retryAfter) {
    return Problem.of(
            ErrorCode.BUSY,
            "The service cannot answer this just now. Nothing was changed. Ask again with the same key.")
        .retryAfter(retryAfter);
  }

  private static Response replay(Answer answer, Optional<String> statusNow) {
    Response.ResponseBuilder response =
        Response.fromResponse(answer.replayed()).header(REPLAYED, "true");
    Optional<String> told = answer.told().map(ReservationStatus::name);
    if (told.isPresent() && statusNow.isPresent() && !told.equals(statusNow)) {
      response.header(CURRENT_STATUS, statusNow.get());
    }
    return response.build();
  }
}
