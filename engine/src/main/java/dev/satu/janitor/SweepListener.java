package dev.satu.janitor;

import java.time.Duration;

/** Is told how sweeps went: for metrics. Called on the janitor's thread; must not throw. */
public interface SweepListener {
  /** A listener that does nothing. */
  SweepListener NONE =
      new SweepListener() {
        @Override
        public void swept(Sweep sweep, int rows) {}

        @Override
        public void failed(Sweep sweep) {}
      };

  /** All batches of a round are done; {@code rows} were changed. */
  void swept(Sweep sweep, int rows);

  /** After a round: for how long the oldest thing that is left has been waiting. */
  default void lagged(Sweep sweep, Duration lag) {}

  /** It failed, and runs again in the next round. */
  void failed(Sweep sweep);
}
