package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Node;
import dev.satu.faults.cluster.Passing;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A server is told to end, as in a rolling upgrade, and another one takes its place. */
final class ServerEnded extends NodeFault {
  ServerEnded(Node node) {
    super("server ended", node, Duration.ZERO, Duration.ofSeconds(1));
  }

  @Override
  public String what() {
    return "SIGTERM to a node under load: it drains and ends, and is started again";
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    node().end();
    node().clients().set(new Passing.Refused());
  }

  @Override
  public void heal() throws Exception {
    node().comeBack();
    node().clients().set(new Passing.Open());
  }
}
