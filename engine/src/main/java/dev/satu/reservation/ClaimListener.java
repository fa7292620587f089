package dev.satu.reservation;

import java.time.Duration;

/**
 * Is told of each batch of claims, for metrics. Called by a writer before it writes, so it must be
 * quick; it must not throw, and must be thread-safe.
 */
@FunctionalInterface
public interface ClaimListener {
  /** A listener that does nothing. */
  ClaimListener NONE = (claims, longestWait) -> {};

  /**
   * A batch is about to be written.
   *
   * @param claims how many
   * @param longestWait how long the one whose turn it was first has waited
   */
  void batch(int claims, Duration longestWait);
}
