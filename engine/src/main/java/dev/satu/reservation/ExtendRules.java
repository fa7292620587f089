package dev.satu.reservation;

import dev.satu.hold.HoldState;
import java.time.Duration;
import java.time.Instant;

/** The rules of extending, as a pure function. */
final class ExtendRules {
  private ExtendRules() {}

  /** What is to be done. */
  sealed interface Verdict {
    /** Let it live until then. */
    record Extend(Instant expires) implements Verdict {}

    /** It has ended: say how. */
    record Ended() implements Verdict {}

    /** Refuse, and change nothing. */
    record Refuse(ExtendOutcome outcome) implements Verdict {}
  }

  static Verdict decide(HoldState hold, Duration extendBy, ReservationLimits limits) {
    return switch (hold.statusNow()) {
      case COMMITTED -> new Verdict.Refuse(new ExtendOutcome.AlreadySold());
      case RELEASED, EXPIRED -> new Verdict.Ended();
      case HELD -> live(hold, extendBy, limits);
    };
  }

  private static Verdict live(HoldState hold, Duration extendBy, ReservationLimits limits) {
    if (hold.extensions() >= limits.extensions()) {
      return new Verdict.Refuse(new ExtendOutcome.LimitReached(limits.extensions()));
    }
    Instant latest = hold.createdAt().plus(longest(hold, limits));
    Instant expires = hold.expiresAt().plus(extendBy);
    return expires.isAfter(latest)
        ? new Verdict.Refuse(new ExtendOutcome.TooLong(latest))
        : new Verdict.Extend(expires);
  }

  /** The longer of the window and the asset's own length, and never more than any hold may last. */
  private static Duration longest(HoldState hold, ReservationLimits limits) {
    Duration own = hold.ownLength().orElse(limits.holdDefault());
    Duration longer = own.compareTo(limits.extendWindow()) > 0 ? own : limits.extendWindow();
    return longer.compareTo(limits.holdMax()) > 0 ? limits.holdMax() : longer;
  }
}
