package dev.satu.faults.check;

import dev.satu.faults.history.History;
import java.time.Duration;
import java.util.List;

/** Judges a history by all rules. */
public final class Checker {
  /** Twice the janitor's usual delay. */
  private static final Duration USUAL = Duration.ofSeconds(60);

  /** For how long a node may repeat from memory that a lot is taken: {@code SATU_SHIELD}. */
  private static final Duration REMEMBERED = Duration.ofMillis(100);

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

  /** The rules that look at each item by itself. */
  private static List<Rule.OfItem> itemRules() {
    return List.of(
        new Owners(),
        new Sold(),
        new Order(),
        new Durability(new Claims()),
        new Events(),
        new Effects(),
        new Ends(),
        new Expiry(),
        new Refusals(REMEMBERED));
  }

  private List<Rule.OfWhole> wholeRules() {
    return List.of(
        new Keys(REMEMBERED),
        new Payments(),
        new Events(),
        new Limbo(sweptWithin),
        new Answers(),
        new Garbage(),
        new Invariant());
  }

  /** Everything that is wrong; empty if nothing is. Takes some seconds per million calls. */
  public List<Violation> check(History history, Facts facts) {
    Evidence evidence = new Evidence(history.calls(), facts);
    Findings findings = new Findings(evidence);
    for (ItemCase item : evidence.items()) {
      item.open(evidence::since);
      itemRules().forEach(rule -> rule.check(item, findings));
      item.close();
    }
    wholeRules().forEach(rule -> rule.check(evidence, findings));
    return findings.violations();
  }
}
