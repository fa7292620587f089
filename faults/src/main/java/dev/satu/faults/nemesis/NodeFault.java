package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Node;
import java.time.Duration;

/** What faults of one node have in common. */
abstract class NodeFault implements Fault {
  private final String name;
  private final Node node;
  private final Duration shortest;
  private final Duration longest;

  NodeFault(String name, Node node, Duration shortest, Duration longest) {
    this.name = name;
    this.node = node;
    this.shortest = shortest;
    this.longest = longest;
  }

  Node node() {
    return node;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String target() {
    return "node " + node.name();
  }

  @Override
  public final Part part() {
    return Part.NODE;
  }

  @Override
  public final Duration shortest() {
    return shortest;
  }

  @Override
  public final Duration longest() {
    return longest;
  }
}
