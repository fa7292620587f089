package dev.satu.faults.nemesis;

import java.util.OptionalLong;

/**
 * One strike as it went.
 *
 * @param fault what it was
 * @param struckAt nanoseconds of {@link System#nanoTime} when it began
 * @param backAt the same, when it was healed and every node was ready again; empty if that never
 *     came, or it was left out
 * @param result what came of it
 */
public record Bout(Fault fault, long struckAt, OptionalLong backAt, Result result) {
  /** What came of a strike. */
  public sealed interface Result {
    /** All came back within the bound. */
    record Survived() implements Result {}

    /** Something did not come back: a violation. */
    record NotBack(String why) implements Result {}

    /** It was not made: it cannot be made here, or not at that moment. */
    record LeftOut(String why) implements Result {}
  }

  public boolean isSurvived() {
    return result instanceof Result.Survived;
  }

  /** The fault and its target. */
  public String subject() {
    return fault.target().isEmpty() ? fault.name() : fault.name() + " (" + fault.target() + ")";
  }
}
