package dev.satu.faults.nemesis;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** One way to break one thing, and to heal it. Strikes once at a time. */
public interface Fault {
  /** What it does, as in {@code server killed}; faults of one name are of one kind. */
  String name();

  /** What it does it to, as in {@code node one}; empty if there is only one. */
  default String target() {
    return "";
  }

  /** What it is and what it shows, as a sentence for the report. */
  String what();

  /** What it takes for itself. */
  Part part();

  /** The shortest time between strike and heal. */
  Duration shortest();

  /** The longest. */
  Duration longest();

  /** Why it cannot be made here; empty if it can. */
  default Optional<String> missing() {
    return Optional.empty();
  }

  /**
   * Breaks it.
   *
   * @param random for details, such as how far a clock is moved
   * @throws Missed if it cannot be broken just now, since another fault is in the way
   */
  void strike(RandomGenerator random) throws Exception;

  /** Makes it whole; returns when it is, but need not wait for nodes to be ready. */
  void heal() throws Exception;

  /** A strike that met another fault's work. */
  final class Missed extends Exception {
    private static final long serialVersionUID = 1L;

    Missed(String why) {
      super(why);
    }
  }
}
