package dev.satu.janitor;

import java.time.Duration;

/**
 * A piece of tidying that is never needed for a right answer, and harmless when done twice or on
 * many nodes.
 */
public interface Sweep {
  /** What it tidies, for logs and metrics. */
  String name();

  /**
   * Does one bounded batch.
   *
   * @param limit the most rows it may change
   * @return how many it changed; fewer than half of {@code limit} means that little more is in
   *     reach (rows that others have locked are left out, so a batch is seldom quite full)
   */
  int runOnce(int limit);

  /** For how long the oldest thing in its reach has been waiting for it; zero if nothing waits. */
  default Duration lag() {
    return Duration.ZERO;
  }
}
