package dev.satu.value;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** How long a hold may be: durations only, never a calendar date. */
public final class HoldLength {
  /** The shortest hold, and the shortest extension. */
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The longest hold that any installation allows: stored answers outlive it. */
  public static final Duration LONGEST = Duration.ofHours(24);

  private HoldLength() {}

  /**
   * Returns the length cut to microseconds, as the database keeps it.
   *
   * @throws InvalidValue unless it is 1 s to 24 h
   */
  public static Duration checked(String field, Duration length) {
    if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
      throw new InvalidValue(field, "must be PT1S to PT24H");
    }
    return length.truncatedTo(ChronoUnit.MICROS);
  }
}
