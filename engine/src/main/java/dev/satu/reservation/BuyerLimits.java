package dev.satu.reservation;

import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.util.Optional;

/**
 * What keeps a buyer from hoarding. Exact under a race: the buyer's row is locked before holds are
 * counted.
 *
 * @param liveHolds how many live holds a buyer may have; empty: any number
 * @param pauseAfterExpiry how long a buyer whose hold on an asset expired waits before holding it
 *     again; empty: not at all
 */
public record BuyerLimits(Optional<Integer> liveHolds, Optional<Duration> pauseAfterExpiry) {
  /** No limits: the default for API keys, whose owner answers for all buyers. */
  public static final BuyerLimits NONE = new BuyerLimits(Optional.empty(), Optional.empty());

  /** Ten live holds, one minute of pause: the default for buyer tokens. */
  public static final BuyerLimits FOR_BUYER_TOKENS = of(10, Duration.ofMinutes(1));

  /**
   * @throws InvalidValue unless at least one hold is allowed and the pause is positive
   */
  public BuyerLimits {
    if (liveHolds.isPresent() && liveHolds.get() < 1) {
      throw new InvalidValue("live_holds", "must be at least 1");
    }
    if (pauseAfterExpiry.isPresent() && !pauseAfterExpiry.get().isPositive()) {
      throw new InvalidValue("pause_after_expiry", "must be longer than nothing");
    }
  }

  /** Whether there is any. */
  public boolean any() {
    return liveHolds.isPresent() || pauseAfterExpiry.isPresent();
  }

  /** Both limits. */
  public static BuyerLimits of(int liveHolds, Duration pauseAfterExpiry) {
    return new BuyerLimits(Optional.of(liveHolds), Optional.of(pauseAfterExpiry));
  }
}
