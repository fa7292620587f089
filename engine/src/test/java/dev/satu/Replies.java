package dev.satu;

import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.UnavailableReason;
import java.util.Optional;

/** Takes replies apart, for tests. */
public final class Replies {
  private Replies() {}

  /** What was decided just now. */
  public static <O> O first(Reply<O> reply) {
    if (reply instanceof Reply.First<O>(O outcome)) {
      return outcome;
    }
    throw new AssertionError("not a first answer: " + reply);
  }

  /** What was decided before, and is told again. */
  public static <O> O replayed(Reply<O> reply) {
    if (reply instanceof Reply.Replay<O>(O outcome, Optional<String> statusNow)) {
      return outcome;
    }
    throw new AssertionError("not a replay: " + reply);
  }

  /** The hold that was granted just now. */
  public static Reservation held(Reply<PlaceOutcome> reply) {
    return granted(first(reply));
  }

  /** The hold that was granted, now or before. */
  public static Reservation heldOrReplayed(Reply<PlaceOutcome> reply) {
    return granted(reply instanceof Reply.Replay<PlaceOutcome> ? replayed(reply) : first(reply));
  }

  private static Reservation granted(PlaceOutcome outcome) {
    if (outcome instanceof PlaceOutcome.Held(Reservation reservation)) {
      return reservation;
    }
    throw new AssertionError("not held: " + outcome);
  }

  public static boolean isHeld(Reply<PlaceOutcome> reply) {
    return reply instanceof Reply.First<PlaceOutcome>(PlaceOutcome outcome)
        && outcome instanceof PlaceOutcome.Held;
  }

  public static boolean isTaken(Reply<PlaceOutcome> reply) {
    return reply instanceof Reply.First<PlaceOutcome>(PlaceOutcome outcome)
        && outcome instanceof PlaceOutcome.Unavailable unavailable
        && unavailable.reason() == UnavailableReason.HELD;
  }
}
