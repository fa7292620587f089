package dev.satu.hold;

import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Money;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * All that a decision about one reservation rests on, read under its asset's lock together with the
 * clock.
 *
 * @param status as the row says it; see {@link #statusNow()} for what it means
 * @param ownLength how long holds on this asset last, if the asset says so
 * @param now the database's clock, read after the lock
 */
public record HoldState(
    ReservationId id,
    AssetId asset,
    AccountId account,
    BuyerId buyer,
    ReservationStatus status,
    Instant createdAt,
    Instant expiresAt,
    int extensions,
    Optional<Money> price,
    Optional<Duration> ownLength,
    Instant now) {

  /**
   * The one rule of expiry: live while {@code expires_at >= now}, overdue when {@code expires_at <
   * now}.
   */
  public boolean isOverdue() {
    return status == ReservationStatus.HELD && expiresAt.isBefore(now);
  }

  /** The status that time has made of it, whether or not somebody wrote it down. */
  public ReservationStatus statusNow() {
    return isOverdue() ? ReservationStatus.EXPIRED : status;
  }
}
