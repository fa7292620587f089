package dev.satu.bench.measure;

import dev.satu.bench.rig.Lots;
import dev.satu.bench.rig.Rig;
import dev.satu.bench.rig.Server;
import dev.satu.bench.rig.Wait;
import dev.satu.bench.rig.Wrk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * P3: holds on other lots while a crowd is refused on one, beside the same holds undisturbed. The
 * crowd takes its part of the same two processors, generator included.
 */
public final class Neighbours implements Row {
  private static final int ROUNDS = 3;
  private static final Duration TIME = Duration.ofSeconds(6);
  private static final Duration CROWD_COMES = Duration.ofSeconds(10);
  private static final String BATCHES = "satu_claims_batch_count";

  @Override
  public List<Measured> measure(Rig rig) throws IOException, SQLException {
    Server server = rig.server();
    Lots hot = Refusals.heldLot(rig, server);
    Lots lots = rig.lotsFor(TIME.multipliedBy(2 * ROUNDS));
    List<Double> disturbed = new ArrayList<>();
    List<Double> alone = new ArrayList<>();
    List<Double> disturbedP99 = new ArrayList<>();
    List<Double> aloneP99 = new ArrayList<>();
    List<Double> crowds = new ArrayList<>();
    int first = 0;
    for (int round = 0; round < ROUNDS; round++) {
      rig.postgres().run(List.of("CHECKPOINT"));
      Wrk.Run quiet = rig.wrk().hold(server, lots, first, Rig.CONNECTIONS, TIME);
      Rig.demandClean(quiet);
      first += (int) quiet.requests() + 2 * Rig.CONNECTIONS;
      rig.postgres().run(List.of("CHECKPOINT"));
      double batches = server.meter(BATCHES);
      // Longer than the holds, so that none of them is undisturbed.
      CompletableFuture<Wrk.Run> crowd =
          CompletableFuture.supplyAsync(() -> crowd(rig, server, hot));
      Wait.until("the crowd is there", CROWD_COMES, () -> server.meter(BATCHES) > batches);
      Wrk.Run loud = rig.wrk().hold(server, lots, first, Rig.CONNECTIONS, TIME);
      Rig.demandClean(loud);
      first += (int) loud.requests() + 2 * Rig.CONNECTIONS;
      Wrk.Run refused = crowd.join();
      Refusals.demandRefused(refused);
      alone.add(quiet.perSecond());
      aloneP99.add(quiet.p99().toNanos() / 1e6);
      disturbed.add(loud.perSecond());
      disturbedP99.add(loud.p99().toNanos() / 1e6);
      crowds.add(refused.perSecond());
    }
    return List.of(
        Measured.of(
            "P3",
            "holds/s beside a crowd ÷ undisturbed",
            new Rounds(disturbed),
            new Rounds(alone),
            Map.of("refusals_per_second", crowds)),
        Measured.of(
            "P3",
            "p99 of a hold in ms beside a crowd ÷ undisturbed",
            new Rounds(disturbedP99),
            new Rounds(aloneP99),
            Map.of()));
  }

  private static Wrk.Run crowd(Rig rig, Server server, Lots hot) {
    try {
      return rig.wrk().refuse(server, hot, 0, Rig.CONNECTIONS, TIME.plusSeconds(2), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
