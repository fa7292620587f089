package dev.satu.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waiting for a condition, with a bound: what tests do instead of sleeping. Thread-safe. */
public final class Waits {
  private static final Duration PAUSE = Duration.ofMillis(3);

  private Waits() {}

  /** Something that becomes true; whatever it throws ends the wait. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Asks the condition every few milliseconds until it holds.
   *
   * @param what the condition as a sentence: {@code "the hold is released"}
   * @throws AssertionError with the sentence, when the bound has passed and it still does not hold
   * @throws IllegalStateException when the condition throws a checked exception, or the thread is
   *     interrupted
   */
  public static void until(String what, Duration bound, Condition condition) {
    long start = System.nanoTime();
    boolean isLast = false;
    while (!holds(what, condition)) {
      if (isLast) {
        throw new AssertionError("not within " + bound.toMillis() + " ms: " + what);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted while waiting until " + what);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      isLast = System.nanoTime() - start > bound.toNanos();
    }
  }

  private static boolean holds(String what, Condition condition) {
    try {
      return condition.holds();
    } catch (RuntimeException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new IllegalStateException("cannot tell whether " + what, failure);
    }
  }
}
