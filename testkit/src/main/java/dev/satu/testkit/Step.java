package dev.satu.testkit;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A step of {@link TwoSessions} that has been started, and may still wait. Thread-safe. */
public final class Step<T> {
  private static final Duration BOUND = Duration.ofSeconds(30);

  private final String name;
  private final FutureTask<T> task;
  private final Thread thread;
  private volatile boolean isAsked;

  private Step(String name, FutureTask<T> task, Thread thread) {
    this.name = name;
    this.task = task;
    this.thread = thread;
  }

  // A virtual thread, because an interrupt ends its wait for the server; a platform thread would
  // go on reading from the socket.
  static <T> Step<T> start(String name, Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    return new Step<>(name, task, Thread.ofVirtual().name(name).start(task));
  }

  /** Whether it has ended, in whichever way. */
  public boolean isDone() {
    return task.isDone();
  }

  /**
   * Waits for its end and answers with its result.
   *
   * @throws StepFailed when it threw
   * @throws AssertionError with its stack, when it has not ended within thirty seconds
   */
  public T result() {
    try {
      return ended();
    } catch (ExecutionException failure) {
      throw new StepFailed(name, causeOf(failure));
    }
  }

  /**
   * Waits for its end and answers with what it threw, for steps that must fail.
   *
   * @throws AssertionError when it returned, or has not ended within thirty seconds
   */
  public Throwable failure() {
    try {
      T value = ended();
      throw new AssertionError("step '%s' did not fail but gave %s".formatted(name, value));
    } catch (ExecutionException failure) {
      return causeOf(failure);
    }
  }

  private T ended() throws ExecutionException {
    isAsked = true;
    try {
      return task.get(BOUND.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException slow) {
      throw new AssertionError(
          "step '%s' has not ended within %d s%s"
              .formatted(name, BOUND.toSeconds(), Stacks.of(thread)),
          slow);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in step '" + name + "'", interrupted);
    }
  }

  private static Throwable causeOf(ExecutionException failure) {
    return Objects.requireNonNullElse(failure.getCause(), failure);
  }

  String ending() {
    return switch (task.state()) {
      case RUNNING -> "'%s' is under way".formatted(name);
      case SUCCESS -> "'%s' gave %s".formatted(name, task.resultNow());
      case FAILED -> "'%s' threw %s".formatted(name, task.exceptionNow());
      case CANCELLED -> "'%s' was interrupted".formatted(name);
    };
  }

  void interrupt() {
    task.cancel(true);
  }

  void requireAsked() {
    if (!isAsked) {
      throw new AssertionError("nobody asked how a step ended: " + ending());
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
