package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Cluster;
import dev.satu.faults.cluster.Node;
import dev.satu.faults.cluster.PostgresCluster;
import java.util.ArrayList;
import java.util.List;

/** All faults there are: a new one is a class and a line here. */
public final class Faults {
  private Faults() {}

  /** Those of a cluster; some of them cannot be made on every machine. */
  public static List<Fault> of(Cluster cluster) {
    PostgresCluster postgres = cluster.postgres();
    List<Fault> all = new ArrayList<>();
    all.add(new DatabaseKilled(postgres));
    all.add(new DatabaseFrozen(postgres));
    all.add(new PrimaryLost(postgres));
    all.add(new StandbyLost(postgres));
    all.add(new BackendsEnded(postgres));
    all.add(new DiskFull(postgres));
    for (Intruder.Deed deed : Intruder.Deed.values()) {
      all.add(new Intruder(postgres, deed));
    }
    for (Node node : cluster.nodes()) {
      all.add(new ServerKilled(node));
      all.add(new ServerEnded(node));
      all.add(new ServerFrozen(node));
      all.add(new ClockWrong(node));
      all.add(new AnswerLost(node));
      for (Network.Side side : Network.Side.values()) {
        for (Network.Trouble trouble : Network.Trouble.values()) {
          all.add(new Network(node, side, trouble));
        }
      }
    }
    return List.copyOf(all);
  }
}
