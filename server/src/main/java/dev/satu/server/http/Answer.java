package dev.satu.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.hold.ReservationStatus;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/** What a command's outcome looks like from outside, before it is known whether it is a replay. */
public sealed interface Answer {
  /** The body is the facts as the engine rendered them, to the byte. */
  record Facts(int status, String json, Optional<ReservationStatus> told) implements Answer {}

  /**
   * A refusal.
   *
   * @param told the reservation's status that it tells of, where a replay may have to tell of a
   *     newer one
   */
  record Refusal(Problem problem, Optional<ReservationStatus> told) implements Answer {}

  /** The facts of a thing that has a version, which becomes the answer's {@code ETag}. */
  record Versioned(String json, long version) implements Answer {
    @Override
    public Optional<ReservationStatus> told() {
      return Optional.empty();
    }
  }

  /** A fact without a reservation. */
  static Answer facts(int status, String json) {
    return new Facts(status, json, Optional.empty());
  }

  /** A refusal that tells of no reservation. */
  static Answer refusal(Problem problem) {
    return new Refusal(problem, Optional.empty());
  }

  /** The reservation's status that it tells of, if any. */
  Optional<ReservationStatus> told();

  /** The answer to a first request. */
  default Response first() {
    return switch (this) {
      case Facts(int status, String json, var told) -> json(status, json);
      case Versioned(String json, long version) -> EntityTag.answer(json, version);
      case Refusal(Problem problem, var told) -> problem.toResponse();
    };
  }

  /**
   * The answer to a later one: the same body; {@code 201} becomes {@code 200}, as nothing was
   * created now.
   */
  default Response replayed() {
    return switch (this) {
      case Facts(int status, String json, var told) -> json(status == 201 ? 200 : status, json);
      case Versioned(String json, long version) -> EntityTag.answer(json, version);
      case Refusal(Problem problem, var told) -> problem.toResponse();
    };
  }

  private static Response json(int status, String json) {
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .entity(json.getBytes(UTF_8))
        .build();
  }
}
