package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Node;
import java.time.Duration;

/** What faults of one node have in common. */
abstract class NodeFault extends LastingFault {
  private final Node node;

  NodeFault(String name, Node node, Duration shortest, Duration longest) {
    super(name, Part.NODE, shortest, longest);
    this.node = node;
  }

  Node node() {
    return node;
  }

  @Override
  public final String target() {
    return "node " + node.name();
  }
}
