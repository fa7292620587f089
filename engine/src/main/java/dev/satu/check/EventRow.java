package dev.satu.check;

import dev.satu.event.EventKind;
import java.time.Instant;
import java.util.Optional;

/**
 * One event of an asset.
 *
 * @param passed whether the floor of the story has passed it
 */
record EventRow(
    long version,
    EventKind kind,
    boolean passed,
    Optional<String> reservation,
    Optional<Instant> expiresAt) {
  @Override
  public String toString() {
    return "version "
        + version
        + ", "
        + kind.text()
        + reservation.map(id -> " of " + id).orElse("");
  }
}
