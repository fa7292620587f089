package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Node;
import dev.satu.faults.cluster.Passing;
import dev.satu.faults.cluster.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** Connections of one node are cut, refused, late or half-open, on one of its two sides. */
final class Network extends NodeFault {
  /** Which connections of the node. */
  enum Side {
    CLIENTS("clients'"),
    DATABASE("database");

    private final String adjective;

    Side(String adjective) {
      this.adjective = adjective;
    }

    private List<TcpProxy> of(Node node) {
      return this == CLIENTS ? List.of(node.clients()) : node.database();
    }
  }

  /** What becomes of them. */
  enum Trouble {
    CUT("cut", "cut, twice", Duration.ofMillis(300), Duration.ofSeconds(2)),
    REFUSED("refused", "cut and refused", Duration.ofSeconds(1), Duration.ofSeconds(4)),
    LATE("late", "up to 0.4 s late each way", Duration.ofSeconds(2), Duration.ofSeconds(6)),
    HALF_OPEN("half-open", "open and silent", Duration.ofSeconds(2), Duration.ofSeconds(9));

    private final String word;
    private final String what;
    private final Duration shortest;
    private final Duration longest;

    Trouble(String word, String what, Duration shortest, Duration longest) {
      this.word = word;
      this.what = what;
      this.shortest = shortest;
      this.longest = longest;
    }
  }

  private static final int LATEST_MILLIS = 400;

  private final Side side;
  private final Trouble trouble;

  Network(Node node, Side side, Trouble trouble) {
    super(side.adjective + " connections " + trouble.word, node, trouble.shortest, trouble.longest);
    this.side = side;
    this.trouble = trouble;
  }

  @Override
  public String what() {
    return "a node's connections "
        + (side == Side.CLIENTS ? "with its clients" : "with PostgreSQL")
        + " are "
        + trouble.what;
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    Passing passing =
        switch (trouble) {
          case CUT -> new Passing.Open();
          case REFUSED -> new Passing.Refused();
          case LATE -> new Passing.Late(late(random), late(random));
          case HALF_OPEN -> new Passing.Swallowed();
        };
    setAll(passing);
  }

  private static Duration late(RandomGenerator random) {
    return Duration.ofMillis(random.nextInt(LATEST_MILLIS));
  }

  private void setAll(Passing passing) throws Exception {
    for (TcpProxy proxy : side.of(node())) {
      proxy.set(passing);
      if (trouble == Trouble.CUT) {
        proxy.cut();
      }
    }
  }

  @Override
  public void heal() throws Exception {
    setAll(new Passing.Open());
  }
}
