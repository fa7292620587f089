package dev.satu.testkit;

import dev.satu.testkit.Finish.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Many virtual threads that do one thing at once: each waits at a barrier until the last is there.
 *
 * <pre>{@code
 * var finish = Race.of(100).run(i -> holds.place(order(i)));
 * assertThat(finish.withoutFailures().count(Placed.class)).isEqualTo(1);
 * }</pre>
 *
 * <p>An immutable value; it can be run several times.
 *
 * @param size how many take part
 * @param bound how long all of them together may take before the race is given up
 */
public record Race(int size, Duration bound) {

  /** A race of this many, given up after one minute. */
  public static Race of(int size) {
    return new Race(size, Duration.ofMinutes(1));
  }

  public Race withBound(Duration newBound) {
    return new Race(size, newBound);
  }

  /** What one thread of the race does. */
  @FunctionalInterface
  public interface Racer<T> {
    /**
     * Runs once the barrier has opened.
     *
     * @param number from 0 to the size of the race less one
     * @return never null; null counts as a failure
     */
    T run(int number) throws Exception;
  }

  /**
   * Runs the race to its end. What a racer throws is its result and no failure of the race.
   *
   * @throws AssertionError with the stacks of those still running, when the bound has passed; they
   *     are interrupted
   */
  public <T> Finish<T> run(Racer<T> racer) {
    CyclicBarrier barrier = new CyclicBarrier(size);
    List<Lane<T>> lanes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int number = i;
      FutureTask<T> task =
          new FutureTask<>(() -> {
            barrier.await();
            return Objects.requireNonNull(racer.run(number), "a racer must return something");
          });
      lanes.add(new Lane<>(task, Thread.ofVirtual().name("racer " + number).unstarted(task)));
    }
    lanes.forEach(lane -> lane.thread().start());
    return finish(lanes);
  }

  private <T> Finish<T> finish(List<Lane<T>> lanes) {
    long deadline = System.nanoTime() + bound.toNanos();
    try {
      List<Arrival<T>> arrivals = new ArrayList<>();
      for (Lane<T> lane : lanes) {
        arrivals.add(lane.arrival(deadline - System.nanoTime()));
      }
      return new Finish<>(arrivals);
    } catch (TimeoutException slow) {
      throw new AssertionError(stuck(lanes), slow);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the race was on", interrupted);
    } finally {
      lanes.forEach(lane -> lane.task().cancel(true));
    }
  }

  private <T> String stuck(List<Lane<T>> lanes) {
    List<Lane<T>> running = lanes.stream().filter(lane -> !lane.task().isDone()).toList();
    return running.stream()
        .map(lane -> Stacks.of(lane.thread()))
        .collect(
            Collectors.joining(
                "\n",
                "%d of %d racers have not finished within %d ms"
                    .formatted(running.size(), size, bound.toMillis()),
                ""));
  }

  private record Lane<T>(FutureTask<T> task, Thread thread) {

    Arrival<T> arrival(long nanos) throws TimeoutException, InterruptedException {
      try {
        return new Finish.Returned<>(task.get(nanos, TimeUnit.NANOSECONDS));
      } catch (ExecutionException failure) {
        return new Finish.Threw<>(Objects.requireNonNullElse(failure.getCause(), failure));
      }
    }
  }
}
