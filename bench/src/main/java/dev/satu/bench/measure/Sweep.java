package dev.satu.bench.measure;

import dev.satu.bench.rig.Lots;
import dev.satu.bench.rig.OpenLoop;
import dev.satu.bench.rig.OverdueHolds;
import dev.satu.bench.rig.Rig;
import dev.satu.bench.rig.Server;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * P6: a million overdue holds are swept while holds go on at half of P1's rate. The holds appear at
 * one instant, by the end of the transaction that wrote them, before a server that is warm.
 */
public final class Sweep implements Row {
  private static final int HOLDS = 1_000_000;
  private static final double BAR_PER_SECOND = 20_000;
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration BOUND = Duration.ofMinutes(5);

  @Override
  public List<Measured> measure(Rig rig) throws IOException, SQLException {
    rig.server();
    Server server = rig.server(Map.of("SATU_SWEEP_EVERY", "PT1S"));
    try {
      return measure(rig, server);
    } finally {
      server.end();
    }
  }

  private static List<Measured> measure(Rig rig, Server server) throws IOException, SQLException {
    double rate = rig.lastRate() / 2;
    Lots lots = rig.lotsFor(QUIET.multipliedBy(4).plusSeconds(HOLDS / 20_000));
    OpenLoop loop = new OpenLoop(server, Rig.CONNECTIONS);
    OpenLoop.Run warm = loop.hold(lots, 0, rate, QUIET);
    OpenLatency.demandClean(warm);
    int first = (int) warm.answers();
    try (OverdueHolds holds = OverdueHolds.write(rig.postgres(), HOLDS)) {
      OpenLoop.Run quiet = loop.hold(lots, first, rate, QUIET);
      OpenLatency.demandClean(quiet);
      first += (int) quiet.answers();
      holds.appear();
      CompletableFuture<Duration> swept = CompletableFuture.supplyAsync(() -> await(holds));
      // As long as the sweep at the bar's rate would take; a slower one is joined after it.
      OpenLoop.Run loud =
          loop.hold(lots, first, rate, Duration.ofSeconds((long) (HOLDS / BAR_PER_SECOND)));
      OpenLatency.demandClean(loud);
      double seconds = swept.join().toNanos() / 1e9;
      return List.of(
          Measured.of(
              "P6",
              "overdue holds swept/s ÷ bar",
              new Rounds(List.of(HOLDS / seconds)),
              new Rounds(List.of(BAR_PER_SECOND)),
              Map.of("holds_per_second_meanwhile", rate, "seconds", seconds)),
          Measured.of(
              "P6",
              "p99 of a hold in ms while sweeping ÷ before",
              new Rounds(List.of(loud.p99Millis())),
              new Rounds(List.of(quiet.p99Millis())),
              Map.of()));
    }
  }

  private static Duration await(OverdueHolds holds) {
    try {
      return holds.awaitSwept(BOUND);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }
}
