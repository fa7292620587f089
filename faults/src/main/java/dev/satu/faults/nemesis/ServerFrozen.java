package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Node;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A server stops where it is, past the expiry of its holds, and goes on as if nothing was. */
final class ServerFrozen extends NodeFault {
  ServerFrozen(Node node) {
    super("server frozen", node, Duration.ofSeconds(4), Duration.ofSeconds(9));
  }

  @Override
  public String what() {
    return "SIGSTOP to a node for longer than its holds last (4 to 9 s), then SIGCONT";
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    node().freeze();
  }

  @Override
  public void heal() throws Exception {
    node().thaw();
  }
}
