package dev.satu.reservation;

import dev.satu.hold.Reservation;
import dev.satu.idempotency.StoredOutcome;

/** What becomes of a {@link ReleaseCommand}. */
public sealed interface ReleaseOutcome extends StoredOutcome {
  /**
   * It holds nothing any more; {@code reservation.status()} says whether it was released or had
   * ended before.
   */
  record Released(Reservation reservation) implements ReleaseOutcome {}

  /** The asset is sold to it: a sale is cancelled, not released. */
  record AlreadySold() implements ReleaseOutcome {}

  /** There is no such reservation of this caller. */
  record NotFound() implements ReleaseOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Released;
  }
}
