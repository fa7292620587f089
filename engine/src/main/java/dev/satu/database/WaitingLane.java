package dev.satu.database;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where commands of this process wait for locks: few at a time, each with its connection; the rest
 * queue without one. So a row that stays locked keeps few connections, and commands for other
 * things find one, as long as the pool is larger than this lane.
 *
 * <p>Thread-safe; first come, first served.
 */
public final class WaitingLane {
  private static final long LONGEST_QUEUE_SECONDS = 3;

  private final Semaphore places;
  private final int size;

  /**
   * @param size how many commands may wait at once
   */
  public WaitingLane(int size) {
    this.size = size;
    places = new Semaphore(size, true);
  }

  /** How many commands want to wait for locks now: those that do, and those that queue for it. */
  public int crowd() {
    return size - places.availablePermits() + places.getQueueLength();
  }

  /** Runs the call when there is room for it; nothing, if there was none for 3 s. */
  public <T> Optional<T> run(Supplier<T> call) {
    try {
      if (!places.tryAcquire(LONGEST_QUEUE_SECONDS, TimeUnit.SECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    try {
      return Optional.of(call.get());
    } finally {
      places.release();
    }
  }
}
