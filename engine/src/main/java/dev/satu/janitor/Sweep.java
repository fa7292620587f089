package dev.satu.janitor;

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
   * @return how many it changed; fewer than {@code limit} means that nothing more was in reach
   */
  int runOnce(int limit);
}
