package dev.satu.faults.check;

import java.time.Duration;
import java.time.Instant;

/**
 * How the database's clock relates to that of the run. A hold that is told as new began, by the
 * database's clock, between the sending and the answer of its call: a thousand of them leave only
 * milliseconds of doubt.
 *
 * <p>If they contradict each other the database's clock was set, and nothing is concluded from it.
 */
final class DatabaseClock {
  private static final long FAR = Long.MAX_VALUE / 4;

  private long least = -FAR;
  private long most = FAR;
  private final Instant origin;

  /**
   * @param origin any instant near the run, from which it counts
   */
  DatabaseClock(Instant origin) {
    this.origin = origin;
  }

  /** Takes in that the database's clock showed the instant between two times of the run. */
  void showed(Instant instant, long from, long to) {
    long at = nanos(instant);
    least = Math.max(least, at - to);
    most = Math.min(most, at - from);
  }

  private long nanos(Instant instant) {
    return Duration.between(origin, instant).toNanos();
  }

  private boolean isKnown() {
    return least > -FAR && most < FAR && least <= most;
  }

  /** No time of the run before this can have been that instant. */
  long earliest(Instant instant) {
    return isKnown() ? nanos(instant) - most : Long.MIN_VALUE;
  }

  /** No time of the run after this can have been that instant. */
  long latest(Instant instant) {
    return isKnown() ? nanos(instant) - least : Long.MAX_VALUE;
  }
}
