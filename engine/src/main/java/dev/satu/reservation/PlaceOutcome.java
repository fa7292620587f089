package dev.satu.reservation;

import dev.satu.hold.Reservation;
import dev.satu.idempotency.StoredOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What becomes of a {@link PlaceCommand}. Refusals are decided in the order in which they stand in
 * {@link HoldRules}.
 */
public sealed interface PlaceOutcome extends StoredOutcome {
  /** It is the buyer's until {@code reservation.expiresAt()}. */
  record Held(Reservation reservation) implements PlaceOutcome {}

  /** It was the buyer's before; the same hold, with its unchanged expiry. */
  record AlreadyHeld(Reservation reservation) implements PlaceOutcome {}

  /** There is no such asset. */
  record AssetNotFound() implements PlaceOutcome {}

  /** The request asks for more than the asset allows. */
  record HoldTooLong(Duration longest) implements PlaceOutcome {}

  /**
   * It cannot be held now. Never says by whom it is held.
   *
   * @param retryAfter when the present hold ends at the latest, unless it is extended; empty where
   *     nothing will end
   */
  record Unavailable(UnavailableReason reason, Optional<Duration> retryAfter)
      implements PlaceOutcome {}

  /** The buyer's own hold on it expired a moment ago. */
  record TooSoon(Duration retryAfter) implements PlaceOutcome {}

  /**
   * The buyer has as many live holds as they may have.
   *
   * @param limit how many that is
   * @param earliestExpiry when the first of them ends at the latest, unless it is extended
   * @param retryAfter how long that is from now
   */
  record LimitReached(int limit, Instant earliestExpiry, Duration retryAfter)
      implements PlaceOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Held || this instanceof AlreadyHeld;
  }
}
