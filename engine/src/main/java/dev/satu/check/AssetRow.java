package dev.satu.check;

import dev.satu.asset.AssetStatus;
import java.time.Instant;
import java.util.Optional;

/** What an asset is: as its row says, or as its events make it. */
record AssetRow(
    AssetStatus status, Optional<String> reservation, Optional<Instant> heldUntil, long version) {
  static AssetRow without(AssetStatus status, long version) {
    return new AssetRow(status, Optional.empty(), Optional.empty(), version);
  }

  boolean is(AssetStatus other, Optional<String> by) {
    return status == other && reservation.equals(by);
  }

  @Override
  public String toString() {
    return status
        + reservation.map(id -> " by " + id).orElse("")
        + heldUntil.map(until -> " until " + until).orElse("")
        + ", version "
        + version;
  }
}
