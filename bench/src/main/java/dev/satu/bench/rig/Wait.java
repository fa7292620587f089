package dev.satu.bench.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, with a bound. */
public final class Wait {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private Wait() {}

  /** What is waited for. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Asks again and again until the condition holds.
   *
   * @throws IOException if it does not within that time, or cannot be told, or the thread is
   *     interrupted
   */
  public static void until(String what, Duration bound, Condition condition) throws IOException {
    long end = System.nanoTime() + bound.toNanos();
    while (!holds(what, condition)) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IOException("interrupted while waiting: " + what);
      }
      if (System.nanoTime() - end > 0) {
        throw new IOException("not within " + bound + ": " + what);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** The same for what a process does, as long as it lives. */
  static void until(String what, Duration bound, Process process, Condition condition)
      throws IOException {
    until(
        what,
        bound,
        () -> {
          boolean isSo = condition.holds();
          if (!isSo && !process.isAlive()) {
            throw new IOException("not so: " + what + "; it ended with " + process.exitValue());
          }
          return isSo;
        });
  }

  private static boolean holds(String what, Condition condition) throws IOException {
    try {
      return condition.holds();
    } catch (IOException | RuntimeException failure) {
      throw failure;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting: " + what, stopped);
    } catch (Exception failure) {
      throw new IOException("cannot tell whether " + what, failure);
    }
  }
}
