package dev.satu.bench;

import java.time.Duration;

/** What one buyer was told, and how long after the fall of the barrier. */
sealed interface Answer {
  Duration after();

  /** {@code 201}: a new hold. */
  record Won(String buyerId, String reservationId, String heldUntil, Duration after)
      implements Answer {}

  /** {@code 409}: somebody else has it; {@code how} is status and error code. */
  record Refused(String how, Duration after) implements Answer {}

  /** Anything else, a lost connection included; none of it belongs into a clean race. */
  record Other(String what, Duration after) implements Answer {}
}
