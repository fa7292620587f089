package dev.satu.bench.measure;

import dev.satu.bench.rig.Lots;
import dev.satu.bench.rig.OpenLoop;
import dev.satu.bench.rig.Pgbench;
import dev.satu.bench.rig.Rig;
import dev.satu.bench.rig.Server;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** P8: p99 of a hold at half of P1's rate, beside that of the bare statement at the same rate. */
public final class OpenLatency implements Row {
  private static final int ROUNDS = 3;
  private static final Duration TIME = Duration.ofSeconds(10);

  @Override
  public List<Measured> measure(Rig rig) throws IOException, SQLException {
    Server server = rig.server();
    Pgbench pgbench = rig.pgbench();
    double rate = rig.lastRate() / 2;
    int clients = HoldRate.bestClients(pgbench, new LinkedHashMap<>());
    pgbench.load((int) (ROUNDS * rate * TIME.toSeconds() * 1.5));
    Lots lots = rig.lotsFor(TIME.multipliedBy(ROUNDS));
    OpenLoop loop = new OpenLoop(server, Rig.CONNECTIONS);
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    List<Double> p50 = new ArrayList<>();
    int first = 0;
    for (int round = 0; round < ROUNDS; round++) {
      rig.postgres().run(List.of("CHECKPOINT"));
      OpenLoop.Run run = loop.hold(lots, first, rate, TIME);
      demandClean(run);
      first += (int) run.answers();
      ours.add(run.p99Millis());
      p50.add(run.p50Millis());
      rig.postgres().run(List.of("CHECKPOINT"));
      theirs.add(pgbench.runAt(rate, clients, TIME).p99Millis().orElseThrow());
    }
    return List.of(
        Measured.of(
            "P8",
            "p99 in ms at half of P1's rate ÷ bare UPDATE",
            new Rounds(ours),
            new Rounds(theirs),
            Map.of("per_second", rate, "theirs_clients", clients, "ours_p50_ms", p50)));
  }

  static void demandClean(OpenLoop.Run run) throws IOException {
    if (run.answers() == 0 || run.unexpected() > 0) {
      throw new IOException(run.unexpected() + " of " + run.answers() + " answers were not 201");
    }
  }
}
