package dev.satu.bench.rig;

import java.io.IOException;
import java.time.Duration;

/** Waits for a process to become ready. */
final class Wait {
  private static final long EVERY_MILLIS = 50;

  private Wait() {}

  /** What is waited for. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  static void until(String what, Duration bound, Process process, Condition condition)
      throws IOException {
    long end = System.nanoTime() + bound.toNanos();
    try {
      while (!condition.holds()) {
        if (!process.isAlive()) {
          throw new IOException("not so: " + what + "; it ended with " + process.exitValue());
        }
        if (System.nanoTime() - end > 0) {
          throw new IOException("not within " + bound + ": " + what);
        }
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting: " + what, e);
    }
  }
}
