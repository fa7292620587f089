package dev.satu.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.satu.bench.measure.HoldRate;
import dev.satu.bench.measure.Machine;
import dev.satu.bench.measure.Measured;
import dev.satu.bench.measure.Neighbours;
import dev.satu.bench.measure.OpenLatency;
import dev.satu.bench.measure.Refusals;
import dev.satu.bench.measure.Row;
import dev.satu.bench.measure.Sweep;
import dev.satu.bench.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures rows of the performance page, prints a line for each and keeps the numbers as JSON.
 *
 * <p>Arguments: {@code --server JAR --results FOLDER [--jvm FLAG]… [ROW…]}.
 */
public final class Bench {
  private static final Map<String, Row> ROWS = rows();

  private Bench() {}

  private static Map<String, Row> rows() {
    Map<String, Row> rows = new LinkedHashMap<>();
    rows.put("P1", new HoldRate());
    rows.put("P2", new Refusals());
    rows.put("P3", new Neighbours());
    rows.put("P6", new Sweep());
    rows.put("P8", new OpenLatency());
    return rows;
  }

  public static void main(String[] words) throws IOException, SQLException {
    Path server = Path.of("server/target/quarkus-app/quarkus-run.jar");
    Path results = Path.of("bench/results");
    List<String> jvm = new ArrayList<>();
    List<String> wanted = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      switch (words[i]) {
        case "--server" -> server = Path.of(words[++i]);
        case "--results" -> results = Path.of(words[++i]);
        case "--jvm" -> jvm.add(words[++i]);
        default -> wanted.add(words[i].toUpperCase(Locale.ROOT));
      }
    }
    if (!ROWS.keySet().containsAll(wanted)) {
      System.err.println("bench: rows are " + String.join(" ", ROWS.keySet()));
      System.exit(2);
    }
    measure(wanted.isEmpty() ? List.copyOf(ROWS.keySet()) : wanted, server, jvm, results);
    System.exit(0);
  }

  private static void measure(List<String> wanted, Path server, List<String> jvm, Path results)
      throws IOException, SQLException {
    long began = System.nanoTime();
    try (Rig rig = Rig.start(server, jvm)) {
      for (String name : wanted) {
        Row row = ROWS.get(name);
        if (row == null) {
          continue;
        }
        double load = Machine.load();
        Instant at = Instant.now();
        for (Measured measured : row.measure(rig)) {
          System.out.println(measured.line());
          measured
              .details()
              .forEach((what, value) -> System.out.println("   " + what + " " + text(value)));
          keep(measured, Machine.facts(rig, at, load), results);
        }
      }
    }
    System.err.println(
        "bench: took " + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s");
  }

  private static String text(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.2f", number)
        : value.toString();
  }

  private static void keep(Measured measured, Map<String, Object> machine, Path results)
      throws IOException {
    Files.createDirectories(results);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("line", measured.line());
    all.put("measured", measured);
    all.put("machine", machine);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(
            results
                .resolve(
                    measured.row()
                        + "-"
                        + measured.what().replaceAll("[^A-Za-z0-9]+", "-")
                        + ".json")
                .toFile(),
            all);
  }
}
