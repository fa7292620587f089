package dev.satu.faults.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** The last things of a kind that a client remembers; the oldest is forgotten first. */
final class Recent<T> {
  private final int atMost;
  private final List<T> things = new ArrayList<>();

  Recent(int atMost) {
    this.atMost = atMost;
  }

  void add(T thing) {
    things.add(thing);
    if (things.size() > atMost) {
      things.removeFirst();
    }
  }

  void removeIf(Predicate<T> isGone) {
    things.removeIf(isGone);
  }

  boolean contains(T thing) {
    return things.contains(thing);
  }

  /** Puts the thing where the first that fits is, or at the end. */
  void replaceOrAdd(Predicate<T> fits, T thing) {
    for (int i = 0; i < things.size(); i++) {
      if (fits.test(things.get(i))) {
        things.set(i, thing);
        return;
      }
    }
    add(thing);
  }

  /** One of them, by chance. */
  Optional<T> any(RandomGenerator dice) {
    return things.isEmpty()
        ? Optional.empty()
        : Optional.of(things.get(dice.nextInt(things.size())));
  }

  /** The latest that fits. */
  Optional<T> latest(Predicate<T> fits) {
    for (int i = things.size() - 1; i >= 0; i--) {
      if (fits.test(things.get(i))) {
        return Optional.of(things.get(i));
      }
    }
    return Optional.empty();
  }

  /** The oldest that fits. */
  Optional<T> oldest(Predicate<T> fits) {
    return things.stream().filter(fits).findFirst();
  }
}
