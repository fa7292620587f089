package dev.satu.faults.check;

import dev.satu.faults.history.Call;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects what a rule finds; of very much, the first. */
final class Findings {
  private static final int PER_ITEM = 3;
  private static final int PER_RULE = 20;

  private final Evidence evidence;
  private final Map<String, Integer> counts = new HashMap<>();
  private final List<Violation> violations = new ArrayList<>();

  Findings(Evidence evidence) {
    this.evidence = evidence;
  }

  /** The database's clock, which several rules need. */
  DatabaseClock clock() {
    return evidence.clock();
  }

  /** Something is wrong with an item; these calls show it. */
  void add(Rule rule, String item, String what, Call... shown) {
    add(rule, item, what, List.of(shown));
  }

  void add(Rule rule, String item, String what, Collection<Call> shown) {
    if (isWanted(rule, item)) {
      Optional<Story> story = evidence.item(item).map(found -> Stories.of(found, shown));
      keep(rule, what, story.orElse(Story.of(item, shown)));
    }
  }

  /** Something is wrong with a version of an item. */
  void addAt(Rule rule, ItemCase item, long version, String what) {
    if (isWanted(rule, item.id())) {
      keep(rule, what, Stories.around(item, version));
    }
  }

  private boolean isWanted(Rule rule, String item) {
    int ofItem = counts.merge(rule.name() + " " + item, 1, Integer::sum);
    int ofRule = counts.merge(rule.name(), 1, Integer::sum);
    return ofItem <= PER_ITEM && ofRule <= PER_RULE;
  }

  private void keep(Rule rule, String what, Story story) {
    violations.add(new Violation(rule.name(), what, story));
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }
}
