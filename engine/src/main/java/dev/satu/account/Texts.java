package dev.satu.account;

import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts for people, and how an account's values are told in a fingerprint. */
final class Texts {
  private static final int LONGEST = 255;

  private Texts() {}

  static void check(String field, String text) {
    if (text.isBlank() || text.codePointCount(0, text.length()) > LONGEST) {
      throw new InvalidValue(field, "must be 1 to " + LONGEST + " characters, not all blank");
    }
    if (text.codePoints().anyMatch(Texts::isUnprintable)) {
      throw new InvalidValue(field, "must not contain control characters or broken Unicode");
    }
  }

  static List<@Nullable String> parts(String command, String id, String name, AccountRules rules) {
    return Arrays.<@Nullable String>asList(
        command,
        id,
        name,
        rules.ownHold().name(),
        rules.liveHolds().map(Object::toString).orElse(null),
        rules.pauseAfterExpiry().map(Duration::toString).orElse(null));
  }

  private static boolean isUnprintable(int point) {
    return Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE;
  }
}
