package dev.satu.faults.cluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Time that passes on purpose: how long a fault lasts, how late a delayed byte is. The one place of
 * the prover that waits for a clock instead of a condition.
 */
public final class Pause {
  private Pause() {}

  /** Returns after that time, or as soon as the thread is interrupted. */
  public static void of(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    long left = time.toNanos();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = end - System.nanoTime();
    }
  }
}
