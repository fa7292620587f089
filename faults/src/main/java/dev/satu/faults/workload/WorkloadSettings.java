package dev.satu.faults.workload;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * What a workload is made of.
 *
 * @param nodes where the servers are asked, or proxies before them; some may be dead at times
 * @param operatorKey the key with which all calls are made
 * @param seed decides what clients do
 * @param clients how many there are
 * @param lots how many lots are on sale at a time; a tenth of them is fought over by all
 * @param answerWithin how long an answer is waited for; then the call is unknown
 */
public record WorkloadSettings(
    List<URI> nodes, String operatorKey, long seed, int clients, int lots, Duration answerWithin) {
  private static final Duration USUAL = Duration.ofSeconds(10);

  public WorkloadSettings {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty() || clients < 1 || lots < 1) {
      throw new IllegalArgumentException("a workload needs a node, a client and a lot");
    }
  }

  /** With the usual patience: longer than any wait of the server's own. */
  public WorkloadSettings(List<URI> nodes, String operatorKey, long seed, int clients, int lots) {
    this(nodes, operatorKey, seed, clients, lots, USUAL);
  }
}
