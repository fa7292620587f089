package dev.satu;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random sequences of all commands by several buyers of two accounts on few assets, each answer and
 * the rows behind it compared with {@link LifecycleModel}. {@code -Dsatu.seed} repeats a run,
 * {@code -Dsatu.sequences} makes it longer.
 */
class LifecyclePropertyTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  @Test
  void satu_does_what_the_model_does() {
    long seed = Long.getLong("satu.seed", System.nanoTime());
    int sequences = Integer.getInteger("satu.sequences", 150);
    System.out.println("LifecyclePropertyTest: -Dsatu.seed=" + seed);
    for (int i = 0; i < sequences; i++) {
      new LifecycleSequence(satu, seed, i).run();
    }
  }
}
