package dev.satu.faults;

import dev.satu.faults.check.Checker;
import dev.satu.faults.check.Facts;
import dev.satu.faults.check.Violation;
import dev.satu.faults.cluster.Cluster;
import dev.satu.faults.cluster.ClusterSettings;
import dev.satu.faults.cluster.Pause;
import dev.satu.faults.history.History;
import dev.satu.faults.nemesis.Bout;
import dev.satu.faults.nemesis.Fault;
import dev.satu.faults.nemesis.Faults;
import dev.satu.faults.nemesis.Nemesis;
import dev.satu.faults.nemesis.Plan;
import dev.satu.faults.workload.Workload;
import dev.satu.faults.workload.WorkloadSettings;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One run of the prover with one seed, from an empty folder to the report. */
final class Proof {
  private static final int CLIENTS = 12;
  private static final int LOTS = 40;
  private static final int KEY_BYTES = 20;

  /** The janitor of the nodes looks every second. */
  private static final Duration SWEPT_WITHIN = Duration.ofSeconds(30);

  private static final String OVERDUE =
      """
      SELECT count(*) FROM reservation
       WHERE status = 'HELD' AND expires_at < clock_timestamp()
      """;

  private final ProveArguments arguments;
  private final Consumer<String> told;

  /**
   * @param told is told how it goes, a line at a time, from several threads
   */
  Proof(ProveArguments arguments, Consumer<String> told) {
    this.arguments = arguments;
    this.told = told;
  }

  Report carryOut() throws IOException, SQLException, InterruptedException, ProveArguments.Refused {
    if (!Files.exists(arguments.jar())) {
      throw new IOException(arguments.jar() + " is not built");
    }
    Path home = Files.createTempDirectory("satu-prove");
    String key = operatorKey();
    told.accept(arguments.command() + (arguments.keep() ? ", kept in " + home : ""));
    ClusterSettings settings =
        new ClusterSettings(arguments.jar(), home, key, arguments.keep(), arguments.embedded());
    try (Cluster cluster = Cluster.start(settings);
        History history = History.open(home.resolve("history.ndjson"))) {
      told.accept(cluster.postgres().description() + "; both nodes are ready");
      Report report = on(cluster, history, key);
      if (!report.isClean()) {
        cluster.keep();
        told.accept("history and logs are kept in " + home);
      }
      return report;
    }
  }

  private static String operatorKey() {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    return "satu_" + HexFormat.of().formatHex(random);
  }

  private Report on(Cluster cluster, History history, String key)
      throws IOException, SQLException, InterruptedException, ProveArguments.Refused {
    List<Fault> faults = chosen(Faults.of(cluster));
    Plan plan = Plan.draw(arguments.seed(), arguments.length(), faults);
    Workload workload =
        new Workload(
            new WorkloadSettings(cluster.urls(), key, arguments.seed(), CLIENTS, LOTS), history);
    long historyBegan = System.nanoTime() - history.now();
    long end = System.nanoTime() + arguments.length().toNanos();
    workload.start();
    List<Bout> bouts = new Nemesis(faults, cluster::isReady, told).carryOut(plan);
    Pause.of(Duration.ofNanos(end - System.nanoTime()));
    workload.stop();
    told.accept("all faults are healed; asking what is unknown");
    workload.resolve();
    Gaps gaps = Gaps.of(history.calls(), historyBegan);
    List<String> broken = new ArrayList<>(notBack(bouts));
    if (gaps.successes().isEmpty()) {
      broken.add("no command ever succeeded: this proves nothing");
    }
    List<Violation> violations = List.of();
    if (cluster.isReady()) {
      try (Connection connection = cluster.postgres().primary().connectToSatu()) {
        awaitSwept(connection, broken);
        violations = new Checker(SWEPT_WITHIN).check(history, Facts.read(connection));
      }
    } else {
      broken.add("not every node was ready in the end: the history was not judged");
    }
    return new Report(
        arguments,
        cluster.postgres().description(),
        faults,
        bouts,
        workload.counts(),
        Unknowns.of(history.calls()),
        gaps,
        broken,
        violations);
  }

  private static void awaitSwept(Connection connection, List<String> broken) {
    try {
      Waits.until(
          "no overdue hold is left", SWEPT_WITHIN, () -> Sql.queryLong(connection, OVERDUE) == 0);
    } catch (AssertionError left) {
      broken.add("overdue holds are not swept within " + SWEPT_WITHIN);
    }
  }

  private static List<String> notBack(List<Bout> bouts) {
    return bouts.stream()
        .filter(bout -> bout.result() instanceof Bout.Result.NotBack)
        .map(bout -> bout.subject() + ": " + ((Bout.Result.NotBack) bout.result()).why())
        .toList();
  }

  private List<Fault> chosen(List<Fault> all) throws ProveArguments.Refused {
    Set<String> unknown = new TreeSet<>(arguments.faults());
    all.forEach(fault -> unknown.remove(fault.name()));
    if (!unknown.isEmpty()) {
      throw new ProveArguments.Refused(
          "no fault is called "
              + String.join(", ", unknown)
              + "; there are: "
              + all.stream().map(Fault::name).distinct().collect(Collectors.joining(", ")));
    }
    return arguments.faults().isEmpty()
        ? all
        : all.stream().filter(fault -> arguments.faults().contains(fault.name())).toList();
  }
}
