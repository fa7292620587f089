package dev.satu.account;

import dev.satu.reservation.BuyerLimits;
import dev.satu.reservation.OwnHold;
import dev.satu.value.HoldLength;
import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.util.Optional;

/**
 * What an account chose for the holds of its buyers.
 *
 * @param ownHold what a buyer is told who holds it already
 * @param liveHolds how many live holds a buyer may have; empty: the default of the credential
 * @param pauseAfterExpiry how long a buyer whose hold on an asset expired waits before holding it
 *     again; empty: the default of the credential
 */
public record AccountRules(
    OwnHold ownHold, Optional<Integer> liveHolds, Optional<Duration> pauseAfterExpiry) {
  /** An account that chose nothing. */
  public static final AccountRules DEFAULT =
      new AccountRules(OwnHold.RETURN, Optional.empty(), Optional.empty());

  /**
   * @throws InvalidValue unless at least one hold is allowed and the pause is 1 s to 24 h
   */
  public AccountRules {
    if (liveHolds.isPresent() && liveHolds.get() < 1) {
      throw new InvalidValue("live_holds", "must be at least 1");
    }
    pauseAfterExpiry =
        pauseAfterExpiry.map(pause -> HoldLength.checked("pause_after_expiry", pause));
  }

  /** The limits of a buyer: what the account chose, else the defaults of the credential. */
  public BuyerLimits limits(BuyerLimits defaults) {
    return new BuyerLimits(
        liveHolds.or(defaults::liveHolds), pauseAfterExpiry.or(defaults::pauseAfterExpiry));
  }
}
