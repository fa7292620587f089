package dev.satu.janitor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs sweeps by a fixed delay: the next round begins a while after the last one has ended, by the
 * machine's monotonic clock, so that neither a changed wall clock nor a change to summer time can
 * silence it.
 *
 * <p>A sweep that fails is logged and runs again in the next round. Closing waits for the batch
 * under way.
 */
public final class Janitor implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Janitor.class.getName());
  private static final int MOST_BATCHES_A_ROUND = 1000;

  private final List<Sweep> sweeps;
  private final int batch;
  private final SweepListener listener;
  private final ScheduledExecutorService thread;

  /**
   * @param every the delay between two rounds
   * @param batch the most rows of one transaction
   * @param listener is told how each sweep went
   */
  public Janitor(List<Sweep> sweeps, Duration every, int batch, SweepListener listener) {
    this.sweeps = List.copyOf(sweeps);
    this.batch = batch;
    this.listener = listener;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("satu-janitor").daemon().factory());
    var unused =
        thread.scheduleWithFixedDelay(
            this::round, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void round() {
    for (Sweep sweep : sweeps) {
      try {
        int total = all(sweep);
        listener.swept(sweep, total);
        listener.lagged(sweep, sweep.lag());
        if (total > 0) {
          LOG.log(Level.DEBUG, "{0}: {1}", sweep.name(), total);
        }
      } catch (RuntimeException | Error e) {
        // Whatever a round throws would end all later ones, without a word.
        listener.failed(sweep);
        LOG.log(Level.WARNING, sweep.name() + " failed; it runs again in the next round", e);
      }
    }
  }

  private int all(Sweep sweep) {
    int total = 0;
    for (int i = 0; i < MOST_BATCHES_A_ROUND && !thread.isShutdown(); i++) {
      int changed = sweep.runOnce(batch);
      total += changed;
      if (changed == 0 || changed < batch / 2) {
        return total;
      }
    }
    return total;
  }

  @Override
  public void close() {
    thread.close();
  }
}
