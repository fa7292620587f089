package dev.satu.bench.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The seed's bare one-row {@code UPDATE}, run by {@code pgbench -M prepared}, each on a row that
 * was never touched before.
 */
public final class Pgbench {
  /** As in the seed; the fill factor is that of Satu's assets. */
  private static final List<String> TABLE =
      List.of(
          """
          CREATE TABLE assets (
              id VARCHAR(64) PRIMARY KEY,
              name VARCHAR(255) NOT NULL,
              status VARCHAR(20) NOT NULL DEFAULT 'AVAILABLE',
              hold_expires_at TIMESTAMPTZ NULL,
              current_reservation_id VARCHAR(64) NULL,
              version INT NOT NULL DEFAULT 1
          ) WITH (fillfactor = 70)
          """);

  private static final String SCRIPT =
      """
      \\set n :n + 1
      \\set i :first + :n * :clients + :client_id
      \\set id :base + :i * :stride % :number
      UPDATE assets SET status = 'HELD', hold_expires_at = NOW() + INTERVAL '10 minutes', current_reservation_id = :i, version = version + 1 WHERE id = :id AND (status = 'AVAILABLE' OR (status = 'HELD' AND hold_expires_at < NOW()));
      """;

  private static final Pattern DONE =
      Pattern.compile("number of transactions actually processed: (\\d+)");
  private static final Pattern RATE =
      Pattern.compile("tps = ([\\d.]+) \\(without initial connection time\\)");
  private static final int LOWEST = 1_000_000_000;

  private final Postgres postgres;
  private final Path home;
  private final Path script;
  private int base = LOWEST;
  private int number;
  private int used;

  private Pgbench(Postgres postgres, Path home, Path script) {
    this.postgres = postgres;
    this.home = home;
    this.script = script;
  }

  static Pgbench on(Postgres postgres, Path home) throws IOException {
    Path script = home.resolve("update.sql");
    Files.writeString(script, SCRIPT);
    postgres.run(TABLE);
    Path logs = Files.createDirectories(home.resolve("pgbench"));
    return new Pgbench(postgres, logs, script);
  }

  /**
   * What came of a run.
   *
   * @param updates all of them changed a row
   * @param p99Millis with the lag behind its schedule, if it had one
   */
  public record Run(
      int clients, long updates, double perSecond, OptionalDouble p99Millis, Duration cpu) {}

  /** Adds fresh rows, and from now on uses those alone; as Satu's lots, in steps of a prime. */
  public void load(int rows) {
    base += number;
    number = rows;
    used = 0;
    postgres.run(
        List.of(
            String.format(
                Locale.ROOT,
                "INSERT INTO assets (id, name) SELECT i::text, 'Lot ' || i"
                    + " FROM generate_series(%d, %d) i",
                base,
                base + number - 1),
            "VACUUM (ANALYZE) assets",
            "CHECKPOINT"));
  }

  /** As fast as that many clients go. */
  public Run run(int clients, Duration time) throws IOException, SQLException {
    return run(clients, time, List.of());
  }

  /** At this rate, on a schedule; lateness counts. */
  public Run runAt(double perSecond, int clients, Duration time) throws IOException, SQLException {
    return run(
        clients,
        time,
        List.of(
            "--rate=" + Math.round(perSecond), "--log", "--log-prefix=" + home.resolve("latency")));
  }

  private Run run(int clients, Duration time, List<String> more) throws IOException, SQLException {
    long before = changed();
    List<String> words =
        new ArrayList<>(
            List.of(
                postgres.program("pgbench").toString(),
                "--no-vacuum",
                "--protocol=prepared",
                "--client=" + clients,
                "--jobs=1",
                "--time=" + time.toSeconds(),
                "--define=n=-1",
                "--define=clients=" + clients,
                "--define=first=" + used,
                "--define=base=" + base,
                "--define=number=" + number,
                "--define=stride=" + Lots.STRIDE,
                "--file=" + script,
                "--host=127.0.0.1",
                "--port=" + postgres.port(),
                "--username=postgres"));
    words.addAll(more);
    words.add("satu");
    Program ran = Program.run(time.plusSeconds(60), words);
    long updates = Long.parseLong(find(DONE, ran.said()));
    long changed = changed() - before;
    if (changed != updates) {
      throw new IOException(updates + " updates changed " + changed + " rows: too few fresh rows");
    }
    // Clients do not go at the same pace: the next run begins behind the fastest.
    used =
        1
            + (int)
                postgres.number(
                    "SELECT max(current_reservation_id::bigint) FROM assets WHERE id >= '"
                        + base
                        + "' AND version > 1");
    return new Run(
        clients, updates, Double.parseDouble(find(RATE, ran.said())), percentile(), ran.cpu());
  }

  private long changed() throws SQLException {
    return postgres.number("SELECT count(*) FROM assets WHERE version = 2");
  }

  private static String find(Pattern pattern, String said) throws IOException {
    Matcher found = pattern.matcher(said);
    if (!found.find()) {
      throw new IOException("pgbench did not tell " + pattern + ": " + said);
    }
    return found.group(1);
  }

  private OptionalDouble percentile() throws IOException {
    List<Path> logs;
    try (Stream<Path> files = Files.list(home)) {
      logs = files.toList();
    }
    List<Long> micros = new ArrayList<>();
    for (Path log : logs) {
      try (Stream<String> lines = Files.lines(log)) {
        lines.forEach(line -> micros.add(Long.parseLong(line.split(" ", -1)[2])));
      }
      Files.delete(log);
    }
    long[] sorted = micros.stream().mapToLong(Long::longValue).toArray();
    Arrays.sort(sorted);
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted[(int) (sorted.length * 0.99)] / 1000.0);
  }
}
