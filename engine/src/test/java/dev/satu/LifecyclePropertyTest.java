package dev.satu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random sequences of all commands, by several buyers of two accounts and by an operator, on few
 * assets; each answer and the rows behind it compared with {@link LifecycleModel}. {@code
 * -Dsatu.seed} repeats a run, {@code -Dsatu.sequences} makes it longer.
 */
class LifecyclePropertyTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  private static final int USUAL = 150;

  /** What the operator's verbs come to, and what buyers meet because of them. */
  private static final List<String> OPERATORS_OUTCOMES =
      List.of(
          "Withdrawn",
          "NotAvailable HELD",
          "NotAvailable SOLD",
          "NotAvailable WITHDRAWN",
          "Relisted",
          "NotWithdrawn AVAILABLE",
          "NotWithdrawn HELD",
          "NotWithdrawn SOLD",
          "Cancelled SALE_CANCELLED",
          "NotSold AVAILABLE",
          "NotSold HELD",
          "NotSold WITHDRAWN",
          "Changed",
          "VersionMoved",
          "Unavailable WITHDRAWN",
          "SaleCancelled SALE_CANCELLED");

  @Test
  void satu_does_what_the_model_does() {
    long seed = Long.getLong("satu.seed", System.nanoTime());
    int sequences = Integer.getInteger("satu.sequences", USUAL);
    Set<String> met = new TreeSet<>();
    System.out.println("LifecyclePropertyTest: -Dsatu.seed=" + seed);
    for (int i = 0; i < sequences; i++) {
      new LifecycleSequence(satu, seed, i, met::add).run();
    }
    if (sequences >= USUAL) {
      assertThat(met).as("some of what can happen never did").containsAll(OPERATORS_OUTCOMES);
    }
  }
}
