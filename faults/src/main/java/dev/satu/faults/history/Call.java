package dev.satu.faults.history;

import dev.satu.faults.history.Answer.Told;
import java.util.Optional;

/**
 * One request, sent once, and what came of it.
 *
 * @param number its place in the order of sending, from 1
 * @param client who sent it
 * @param node the address that was asked
 * @param sentAt nanoseconds since the run began, taken before anything was sent
 * @param answeredAt the same, taken after the answer was read or given up; {@link #NEVER} if the
 *     recorder did not live to see it
 */
public record Call(
    long number,
    int client,
    String node,
    Request request,
    long sentAt,
    long answeredAt,
    Answer answer) {

  /** No time of any run. */
  public static final long NEVER = Long.MAX_VALUE;

  /** What is known of a call's own effect. */
  public enum Effect {
    /** The answer says what it did, or that it is refused. */
    TOLD,

    /** It did nothing, and says nothing about the key. */
    NOTHING,

    /** It may have been carried out at any time since it was sent, or never. */
    UNKNOWN
  }

  /** What the server said, if it said something. */
  public Optional<Told> told() {
    return answer instanceof Told told ? Optional.of(told) : Optional.empty();
  }

  /** What is known of its own effect, by {@code docs/outcomes.md}. */
  public Effect effect() {
    return switch (answer) {
      case Answer.Unknown unknown -> Effect.UNKNOWN;
      case Answer.NotSent notSent -> Effect.NOTHING;
      case Told told -> effectOf(told);
    };
  }

  private static Effect effectOf(Told told) {
    String code = told.errorCode();
    if (told.status() == 503) {
      return "BUSY".equals(code) ? Effect.NOTHING : Effect.UNKNOWN;
    }
    if (told.status() >= 500) {
      return Effect.UNKNOWN;
    }
    return "REQUEST_IN_PROGRESS".equals(code) ? Effect.NOTHING : Effect.TOLD;
  }

  /** The moment from which on it certainly does nothing more. */
  public long endedAt() {
    return effect() == Effect.UNKNOWN ? NEVER : answeredAt;
  }
}
