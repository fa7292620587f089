package dev.satu.faults.workload;

import dev.satu.faults.history.History;
import java.util.TreeMap;

/** The clients of a run. */
public final class Workload {
  private final WorkloadSettings settings;
  private final History history;
  private volatile boolean going;

  public Workload(WorkloadSettings settings, History history) {
    this.settings = settings;
    this.history = history;
  }

  /** Lets the clients begin. */
  public void start() {
    going = settings.clients() > 0 && !going && history.now() > 0;
  }

  /** No further calls; returns when those under way are answered or given up. */
  public void stop() {
    going = false;
  }

  /**
   * After {@link #stop} and when the faults are healed: sends every unknown call again until it is
   * known, and reads every item and reservation a last time.
   */
  public void resolve() {
    going = false;
  }

  /** What was called and what came of it, so far. */
  public Counts counts() {
    return new Counts(new TreeMap<>());
  }
}
