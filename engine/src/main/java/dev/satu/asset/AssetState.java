package dev.satu.asset;

import dev.satu.value.AssetId;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * All that a decision about one asset rests on, read under its lock together with the clock.
 *
 * @param status as the row says it; see {@link #statusNow()} for what it means
 * @param holdExpiresAt while it is held
 * @param reservation the one that holds it, or that it is sold to
 * @param now the database's clock, read after the lock
 */
public record AssetState(
    AssetId id,
    AssetStatus status,
    Optional<Instant> holdExpiresAt,
    Optional<ReservationId> reservation,
    long version,
    Instant now) {

  /** Whether it is held by a hold that time has ended: {@code hold_expires_at < now}. */
  public boolean isOverdue() {
    return status == AssetStatus.HELD && holdExpiresAt.orElseThrow().isBefore(now);
  }

  /** The status that time has made of it, whether or not somebody wrote it down. */
  public AssetStatus statusNow() {
    return isOverdue() ? AssetStatus.AVAILABLE : status;
  }

  /** When its live hold ends at the latest unless it is extended; empty without one. */
  public Optional<Duration> heldFor() {
    return statusNow() == AssetStatus.HELD
        ? holdExpiresAt.map(expires -> Duration.between(now, expires))
        : Optional.empty();
  }
}
