package dev.satu.testkit;

import java.util.List;
import java.util.function.Predicate;

/**
 * How a {@link Race} ended: what each racer returned or threw, in the order of their numbers.
 *
 * <p>An immutable value. {@link #values()} and the counts pass over failures; say {@link
 * #withoutFailures()} first where none is expected, which is nearly always.
 */
public record Finish<T>(List<Arrival<T>> arrivals) {

  public Finish {
    arrivals = List.copyOf(arrivals);
  }

  /** How one racer ended. */
  public sealed interface Arrival<T> {}

  /** The racer returned. */
  public record Returned<T>(T value) implements Arrival<T> {}

  /** The racer threw. */
  public record Threw<T>(Throwable failure) implements Arrival<T> {}

  /** What the racers that did not fail returned. */
  public List<T> values() {
    return arrivals.stream()
        .<T>mapMulti((arrival, values) -> {
          if (arrival instanceof Returned<T>(T value)) {
            values.accept(value);
          }
        })
        .toList();
  }

  /** What the racers that failed threw. */
  public List<Throwable> failures() {
    return arrivals.stream()
        .<Throwable>mapMulti((arrival, failures) -> {
          if (arrival instanceof Threw<T>(Throwable failure)) {
            failures.accept(failure);
          }
        })
        .toList();
  }

  /** How many of {@link #values()} are such. */
  public long count(Predicate<? super T> which) {
    return values().stream().filter(which).count();
  }

  /** How many of {@link #values()} are of this type. */
  public long count(Class<?> type) {
    return count(type::isInstance);
  }

  /**
   * This finish, if nobody failed.
   *
   * @throws AssertionError whose cause is the first failure, with up to five others suppressed
   */
  public Finish<T> withoutFailures() {
    List<Throwable> failures = failures();
    if (failures.isEmpty()) {
      return this;
    }
    AssertionError error =
        new AssertionError(
            "%d of %d racers failed, the first with: %s"
                .formatted(failures.size(), arrivals.size(), failures.getFirst()),
            failures.getFirst());
    failures.stream().skip(1).limit(5).forEach(error::addSuppressed);
    throw error;
  }
}
