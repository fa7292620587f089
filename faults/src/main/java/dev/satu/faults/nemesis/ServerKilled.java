package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Node;
import dev.satu.faults.cluster.Passing;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** {@code kill -9} of a server, at any moment. */
final class ServerKilled extends NodeFault {
  ServerKilled(Node node) {
    super("server killed", node, Duration.ZERO, Duration.ofSeconds(3));
  }

  @Override
  public String what() {
    return "`kill -9` of a node, started again up to 3 s later";
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    node().kill();
    // As the kernel does for the port of a dead process: clients may know that nothing was sent.
    node().clients().set(new Passing.Refused());
  }

  @Override
  public void heal() throws Exception {
    node().comeBack();
    node().clients().set(new Passing.Open());
  }
}
