package dev.satu.faults.workload;

import dev.satu.faults.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The clients of a run. Started once and stopped once. */
public final class Workload implements AutoCloseable {
  private final WorkloadSettings settings;
  private final History history;
  private final Tally tally = new Tally();
  private final Sender sender;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> clients = new ArrayList<>();
  private volatile boolean going = true;

  public Workload(WorkloadSettings settings, History history) {
    this.settings = settings;
    this.history = history;
    this.sender = new Sender(settings, history, tally);
  }

  /** Lets the clients begin. */
  public void start() {
    for (int number = 1; number <= settings.clients(); number++) {
      Client client = new Client(number, settings, sender);
      clients.add(threads.submit(() -> client.actWhile(() -> going)));
    }
  }

  /**
   * No further calls; returns when those under way are answered or given up.
   *
   * @throws IllegalStateException if a client met a fault of its own
   */
  public void stop() {
    going = false;
    for (Future<?> client : clients) {
      try {
        client.get();
      } catch (ExecutionException fault) {
        throw new IllegalStateException("a client met a fault of its own", fault.getCause());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while clients were ending", interrupted);
      }
    }
  }

  /**
   * After {@link #stop} and when the faults are healed: sends every unknown call again until it is
   * known, and reads every item and reservation a last time.
   *
   * @throws IllegalStateException if a call gets no answer within two minutes
   */
  public void resolve() {
    new Resolution(settings, history, sender).run();
  }

  /** What was called and what came of it, so far. */
  public Counts counts() {
    return tally.counts();
  }

  /** Ends everything at once. */
  @Override
  public void close() {
    going = false;
    sender.close();
    threads.shutdownNow();
  }
}
