package dev.satu.bench.measure;

import dev.satu.bench.rig.Lots;
import dev.satu.bench.rig.OpenLoop;
import dev.satu.bench.rig.Rig;
import dev.satu.bench.rig.Server;
import dev.satu.bench.rig.Wrk;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * P2: refusals per second on one held lot, each with another key and buyer, beside the same
 * server's answers to its liveness call; with the shield and without.
 */
public final class Refusals implements Row {
  private static final int ROUNDS = 3;
  private static final Duration TIME = Duration.ofSeconds(5);
  private static final Duration WARM = Duration.ofSeconds(8);

  @Override
  public List<Measured> measure(Rig rig) throws IOException, SQLException {
    Server shielded = rig.server();
    Measured on = measure(rig, shielded, "with the shield");
    Server bare = rig.server(Map.of("SATU_SHIELD", "PT0S"));
    try {
      return List.of(on, measure(rig, bare, "without the shield"));
    } finally {
      bare.end();
    }
  }

  private static Measured measure(Rig rig, Server server, String how)
      throws IOException, SQLException {
    Lots lots = heldLot(rig, server);
    demandRefused(rig.wrk().refuse(server, lots, 0, Rig.CONNECTIONS, WARM, true));
    rig.wrk().get(server, "/q/health/live", Rig.CONNECTIONS, WARM);
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    List<Double> p99 = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Wrk.Run run = rig.wrk().refuse(server, lots, 0, Rig.CONNECTIONS, TIME, false);
      demandRefused(run);
      ours.add(run.perSecond());
      p99.add(run.p99().toNanos() / 1e6);
      Wrk.Run live = rig.wrk().get(server, "/q/health/live", Rig.CONNECTIONS, TIME);
      theirs.add(live.perSecond());
    }
    return Measured.of(
        "P2",
        "refusals/s " + how + " ÷ liveness answers/s",
        new Rounds(ours),
        new Rounds(theirs),
        Map.of("ours_p99_ms", p99));
  }

  /** Lots of which the first is held. */
  static Lots heldLot(Rig rig, Server server) throws IOException, SQLException {
    Lots lots = rig.lots(10);
    OpenLatency.demandClean(new OpenLoop(server, 1).hold(lots, 0, 1000, Duration.ofNanos(1)));
    return lots;
  }

  static void demandRefused(Wrk.Run run) throws IOException {
    if (run.requests() == 0
        || run.refused() != run.requests()
        || run.unexpected() + run.errors() > 0) {
      throw new IOException("not all answers were 409: " + run);
    }
  }
}
