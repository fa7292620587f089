package dev.satu.faults.check;

import dev.satu.faults.history.History;
import java.time.Duration;
import java.util.List;

/** Judges a history by all rules. */
public final class Checker {
  /** Twice the janitor's usual delay. */
  private static final Duration USUAL = Duration.ofSeconds(60);

  private final Duration sweptWithin;

  /** For an installation whose janitor keeps its usual delay. */
  public Checker() {
    this(USUAL);
  }

  /**
   * @param sweptWithin how long after its expiry a hold may still stand as {@code HELD} in its row:
   *     the janitor's delay and some time for its work
   */
  public Checker(Duration sweptWithin) {
    this.sweptWithin = sweptWithin;
  }

  /** Everything that is wrong; empty if nothing is. Takes some seconds per million calls. */
  public List<Violation> check(History history, Facts facts) {
    return facts.brokenInvariants().stream()
        .map(broken ->
            new Violation(
                "invariants",
                broken,
                new Story(
                    "(all)", history.calls(), sweptWithin.toSecondsPart(), List.of(), List.of())))
        .toList();
  }
}
