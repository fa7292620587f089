package dev.satu.bench.rig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Debian's {@code wrk}: a closed loop over a number of connections, one thread. */
public final class Wrk {
  private final Path program;
  private final Path script;

  private Wrk(Path program, Path script) {
    this.program = program;
    this.script = script;
  }

  static Wrk find(Path home) throws IOException {
    Path script = home.resolve("requests.lua");
    try (InputStream in = Wrk.class.getResourceAsStream("requests.lua")) {
      if (in == null) {
        throw new IOException("requests.lua is not in the jar");
      }
      Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
    }
    return new Wrk(
        Program.find("wrk", "wrk", List.of(Path.of("/usr/bin"), Path.of("/usr/local/bin"))),
        script);
  }

  /**
   * What came of a run.
   *
   * @param requests answers received
   * @param refused answers of 400 and above
   * @param unexpected those with another status than expected, if all were counted; else 0
   * @param errors of sockets, and time-outs
   */
  public record Run(
      long requests,
      long refused,
      long unexpected,
      long errors,
      Duration took,
      Duration p50,
      Duration p99,
      Duration cpu) {
    public double perSecond() {
      return requests / (took.toNanos() / 1e9);
    }
  }

  /** Holds on lot after lot, from {@code first} on, each with a key and a buyer of its own. */
  public Run hold(Server server, Lots lots, int first, int connections, Duration time)
      throws IOException {
    return run(server, connections, time, "holds", lots, first, false);
  }

  /** The same, counting every answer that is not 201; that costs the generator some. */
  public Run holdStrictly(Server server, Lots lots, int first, int connections, Duration time)
      throws IOException {
    return run(server, connections, time, "holds", lots, first, true);
  }

  /** Asks for the first of the lots again and again, each time with another key and buyer. */
  public Run refuse(
      Server server, Lots lots, int first, int connections, Duration time, boolean strictly)
      throws IOException {
    return run(server, connections, time, "refusals", lots, first, strictly);
  }

  private Run run(
      Server server,
      int connections,
      Duration time,
      String kind,
      Lots lots,
      int first,
      boolean strictly)
      throws IOException {
    return run(
        server.url(),
        connections,
        time,
        List.of(
            kind,
            Server.KEY,
            lots.prefix(),
            Integer.toString(Lots.FIRST),
            Integer.toString(first),
            Integer.toString(lots.number()),
            Integer.toString(Lots.STRIDE),
            strictly ? "strictly" : "quickly"));
  }

  /** Plain requests of one path. */
  public Run get(Server server, String path, int connections, Duration time) throws IOException {
    return run(server.url() + path, connections, time, List.of("get"));
  }

  private Run run(String url, int connections, Duration time, List<String> arguments)
      throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                program.toString(),
                "-t1",
                "--timeout=10s",
                "-c" + connections,
                "-d" + time.toSeconds() + "s",
                "-s" + script,
                url,
                "--"));
    words.addAll(arguments);
    Program ran = Program.run(time.plusSeconds(30), words);
    JsonNode told =
        new ObjectMapper()
            .readTree(
                ran.said()
                    .lines()
                    .filter(line -> line.startsWith("{"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("wrk told nothing: " + ran.said())));
    return new Run(
        told.path("requests").asLong(),
        told.path("refused").asLong(),
        told.path("unexpected").asLong(),
        told.path("errors").asLong(),
        micros(told, "micros"),
        micros(told, "p50"),
        micros(told, "p99"),
        ran.cpu());
  }

  private static Duration micros(JsonNode told, String name) {
    return Duration.ofNanos(1000 * told.path(name).asLong());
  }
}
