package dev.satu.bench;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Holds everybody back until all have arrived, then lets all go at once and starts the clock. */
final class Barrier {
  private final CountDownLatch arrivals;
  private final CountDownLatch fall = new CountDownLatch(1);
  private volatile long fellAt;

  Barrier(int parties) {
    arrivals = new CountDownLatch(parties);
  }

  void await() throws InterruptedException {
    arrivals.countDown();
    fall.await();
  }

  void fallOnceAllHaveArrived() throws InterruptedException {
    arrivals.await();
    fellAt = System.nanoTime();
    fall.countDown();
  }

  Duration sinceFall() {
    return Duration.ofNanos(System.nanoTime() - fellAt);
  }
}
