package dev.satu.faults.check;

import java.util.List;

/** The invariants of the schema hold at the end. */
final class Invariant implements Rule.OfWhole {
  @Override
  public String name() {
    return "invariants";
  }

  @Override
  public void check(Evidence evidence, Findings findings) {
    evidence
        .facts()
        .brokenInvariants()
        .forEach(broken -> findings.add(this, "(all)", broken, List.of()));
  }
}
