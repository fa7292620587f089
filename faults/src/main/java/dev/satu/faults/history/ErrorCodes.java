package dev.satu.faults.history;

import org.jspecify.annotations.Nullable;

/**
 * Finds the {@code error_code} of a problem without reading the rest: most answers are refusals.
 */
final class ErrorCodes {
  private static final String MEMBER = "\"error_code\":\"";

  private ErrorCodes() {}

  static @Nullable String in(String body) {
    int member = body.indexOf(MEMBER);
    if (member < 0) {
      return null;
    }
    int from = member + MEMBER.length();
    int to = body.indexOf('"', from);
    return to < 0 ? null : body.substring(from, to);
  }
}
