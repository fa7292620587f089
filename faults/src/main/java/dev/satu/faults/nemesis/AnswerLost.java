package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Node;
import dev.satu.faults.cluster.Passing;
import dev.satu.faults.cluster.TcpProxy;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Transactions of one node end, and the answers to their ends are lost. */
final class AnswerLost extends NodeFault {
  AnswerLost(Node node) {
    super("answer of COMMIT lost", node, Duration.ofMillis(300), Duration.ofSeconds(2));
  }

  @Override
  public String what() {
    return "between a node and PostgreSQL every COMMIT arrives and no answer to it comes back: the"
        + " connection is cut instead";
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    for (TcpProxy proxy : node().database()) {
      proxy.set(new Passing.EndUnanswered());
    }
  }

  @Override
  public void heal() throws Exception {
    for (TcpProxy proxy : node().database()) {
      proxy.set(new Passing.Open());
    }
  }
}
