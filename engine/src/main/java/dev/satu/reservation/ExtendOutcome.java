package dev.satu.reservation;

import dev.satu.hold.Reservation;
import dev.satu.idempotency.StoredOutcome;
import java.time.Instant;

/** What becomes of an {@link ExtendCommand}. */
public sealed interface ExtendOutcome extends StoredOutcome {
  /** It lives until {@code reservation.expiresAt()}. */
  record Extended(Reservation reservation) implements ExtendOutcome {}

  /** It had ended; {@code reservation.status()} says how. An ended hold is never revived. */
  record Ended(Reservation reservation) implements ExtendOutcome {}

  /** The asset is sold to it. */
  record AlreadySold() implements ExtendOutcome {}

  /** It was extended as often as allowed. */
  record LimitReached(int limit) implements ExtendOutcome {}

  /** It would last too long; {@code latest} is the last instant that may be asked for. */
  record TooLong(Instant latest) implements ExtendOutcome {}

  /** There is no such reservation of this caller. */
  record NotFound() implements ExtendOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Extended;
  }
}
