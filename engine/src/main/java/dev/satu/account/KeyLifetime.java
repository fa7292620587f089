package dev.satu.account;

import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** How long a key may be in force, and how long an old one beside its successor. */
final class KeyLifetime {
  private static final Duration LONGEST = Duration.ofDays(3650);

  private KeyLifetime() {}

  static Duration checked(String field, Duration length) {
    if (length.compareTo(Duration.ofSeconds(1)) < 0 || length.compareTo(LONGEST) > 0) {
      throw new InvalidValue(field, "must be PT1S to PT87600H");
    }
    return length.truncatedTo(ChronoUnit.MICROS);
  }
}
