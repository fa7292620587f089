package dev.satu.asset;

import dev.satu.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.Optional;

/** What becomes of a {@link WithdrawCommand}. */
public sealed interface WithdrawOutcome extends StoredOutcome {
  /** It is off sale. */
  record Withdrawn(Asset asset) implements WithdrawOutcome {}

  /**
   * It is not available; nothing was changed.
   *
   * @param status what it is instead
   * @param heldFor if it is held, when that hold ends at the latest unless it is extended
   */
  record NotAvailable(AssetStatus status, Optional<Duration> heldFor) implements WithdrawOutcome {}

  /** There is no such asset. */
  record NotFound() implements WithdrawOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Withdrawn;
  }
}
