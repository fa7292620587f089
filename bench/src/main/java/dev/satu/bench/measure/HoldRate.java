package dev.satu.bench.measure;

import dev.satu.bench.rig.Lots;
import dev.satu.bench.rig.Pgbench;
import dev.satu.bench.rig.Postgres;
import dev.satu.bench.rig.Rig;
import dev.satu.bench.rig.Server;
import dev.satu.bench.rig.Wrk;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * P1: holds per second through HTTP on distinct lots, beside the bare one-row {@code UPDATE}. And
 * P9: the memory of the server meanwhile.
 */
public final class HoldRate implements Row {
  private static final int ROUNDS = 3;
  private static final Duration LOOK = Duration.ofSeconds(4);
  private static final Duration TIME = Duration.ofSeconds(8);
  private static final List<Integer> CLIENTS = List.of(8, 16, 32, 64);

  @Override
  public List<Measured> measure(Rig rig) throws IOException, SQLException {
    Server server = rig.server();
    Pgbench pgbench = rig.pgbench();
    Map<String, Object> details = new LinkedHashMap<>();
    int clients = bestClients(pgbench, details);
    Lots lots = rig.lotsFor(TIME.multipliedBy(ROUNDS));
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    List<Double> p99 = new ArrayList<>();
    Cost cost = new Cost();
    Tally start = Tally.now(server, rig.postgres());
    int first = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long held = lots.held(rig.postgres());
      Tally before = Tally.now(server, rig.postgres());
      Wrk.Run run = rig.wrk().hold(server, lots, first, Rig.CONNECTIONS, TIME);
      cost.add(run, before, Tally.now(server, rig.postgres()));
      Rig.demandClean(run);
      demandHeld(run, lots.held(rig.postgres()) - held);
      first += (int) run.requests() + 2 * Rig.CONNECTIONS;
      ours.add(run.perSecond());
      p99.add(run.p99().toNanos() / 1e6);
      theirs.add(theirs(rig.postgres(), pgbench, clients, details));
    }
    // Sessions hand in their counts within ten seconds: the last run of theirs gave them the time.
    cost.tell(details, start, Tally.now(server, rig.postgres()));
    details.put(
        "claims_per_transaction",
        server.meter("satu_claims_batch_sum") / server.meter("satu_claims_batch_count"));
    details.put("ours_p99_ms", p99);
    Measured rate =
        Measured.of(
            "P1",
            "holds/s through HTTP ÷ bare UPDATE",
            new Rounds(ours),
            new Rounds(theirs),
            details);
    rig.sawRate(rate.ours().median());
    return List.of(rate, memory(server, rig));
  }

  static int bestClients(Pgbench pgbench, Map<String, Object> details)
      throws IOException, SQLException {
    pgbench.load(450_000);
    Map<Integer, Long> seen = new LinkedHashMap<>();
    int best = CLIENTS.getFirst();
    for (int clients : CLIENTS) {
      seen.put(clients, Math.round(pgbench.run(clients, LOOK).perSecond()));
      best = seen.getOrDefault(clients, 0L) > seen.getOrDefault(best, 0L) ? clients : best;
    }
    pgbench.load((int) (1.7 * ROUNDS * TIME.toSeconds() * seen.getOrDefault(best, 0L)));
    details.put("theirs_by_clients", seen);
    details.put("theirs_clients", best);
    return best;
  }

  private static double theirs(
      Postgres postgres, Pgbench pgbench, int clients, Map<String, Object> details)
      throws IOException, SQLException {
    Duration database = postgres.cpu();
    Pgbench.Run run = pgbench.run(clients, TIME);
    Duration cost = postgres.cpu().minus(database);
    details.put(
        "theirs_cpu_micros",
        Map.of(
            "database",
            micros(cost, run.updates()),
            "generator",
            micros(run.cpu(), run.updates())));
    return run.perSecond();
  }

  /** Each answer was a new hold; those under way when the generator stopped were made, too. */
  private static void demandHeld(Wrk.Run run, long held) throws IOException {
    if (held < run.requests() || held > run.requests() + 2 * Rig.CONNECTIONS) {
      throw new IOException(run.requests() + " answers, but " + held + " lots were held");
    }
  }

  /** What all rounds cost. */
  private static final class Cost {
    private long requests;
    private Duration generator = Duration.ZERO;
    private Duration server = Duration.ZERO;
    private Duration database = Duration.ZERO;
    private long walBytes;

    void add(Wrk.Run run, Tally before, Tally after) {
      requests += run.requests();
      generator = generator.plus(run.cpu());
      server = server.plus(after.serverSince(before));
      database = database.plus(after.databaseSince(before));
      walBytes += after.walBytes() - before.walBytes();
    }

    void tell(Map<String, Object> details, Tally start, Tally end) {
      details.put(
          "cpu_micros_per_hold",
          Map.of(
              "server", micros(server, requests),
              "database", micros(database, requests),
              "generator", micros(generator, requests)));
      details.put("wal_bytes_per_hold", (double) walBytes / requests);
      details.put(
          "rows_inserted_per_hold", (double) (end.inserted() - start.inserted()) / requests);
      details.put("rows_updated_per_hold", (double) (end.updated() - start.updated()) / requests);
      details.put(
          "hot_updates_share",
          (double) (end.hot() - start.hot()) / (end.updated() - start.updated()));
    }
  }

  private static double micros(Duration cpu, long requests) {
    return Math.round(cpu.toNanos() / 1e2 / requests) / 10.0;
  }

  private static Measured memory(Server server, Rig rig) throws IOException {
    double most = server.memory("VmHWM") / 1024.0;
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("now_mib", server.memory("VmRSS") / 1024.0);
    details.put("jvm", rig.jvm());
    return Measured.of(
        "P9",
        "MiB resident at most, of 512",
        new Rounds(List.of(most)),
        new Rounds(List.of(512.0)),
        details);
  }
}
