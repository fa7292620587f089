package dev.satu.faults.check;

/** One thing that must be true of a run. Has no state. */
sealed interface Rule {
  /** One word, by which violations are told apart. */
  String name();

  /** A rule of each item for itself. */
  non-sealed interface OfItem extends Rule {
    void check(ItemCase item, Findings findings);
  }

  /** A rule of what crosses items. */
  non-sealed interface OfWhole extends Rule {
    void check(Evidence evidence, Findings findings);
  }
}
