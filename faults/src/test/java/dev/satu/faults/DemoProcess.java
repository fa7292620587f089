package dev.satu.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.testkit.Waits;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A demo as a user starts it: a process of its own, with its PostgreSQL. Closing ends all of it.
 */
final class DemoProcess implements AutoCloseable {
  static final String KEY = "satu_0123456789abcdefghjkmnpqrstvwxyz";

  static final Path JAR =
      Path.of("../server/target/quarkus-app/quarkus-run.jar").toAbsolutePath().normalize();
  private static final Duration START = Duration.ofMinutes(3);

  private final Path data;
  private final int port;
  private final Path output;
  private final Process process;

  private DemoProcess(Path data, int port, Path output, Process process) {
    this.data = data;
    this.port = port;
    this.output = output;
    this.process = process;
  }

  /** Starts a demo on the folder and waits until it says that it is running. */
  static DemoProcess start(Path data, int port) throws IOException {
    if (!Files.exists(JAR)) {
      throw new AssertionError(JAR + " is not built: run mvn package first");
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            JAR.toString(),
            "demo",
            "--port",
            Integer.toString(port),
            "--data",
            data.toString());
    builder.environment().put("SATU_OPERATOR_KEY", KEY);
    return start(builder, data, port);
  }

  /** The same with a command of one's own, which must name the folder and the port. */
  static DemoProcess start(ProcessBuilder command, Path data, int port) throws IOException {
    Path output = Files.createTempFile("satu-demo", ".log");
    command.redirectErrorStream(true).redirectOutput(output.toFile());
    DemoProcess demo = new DemoProcess(data, port, output, command.start());
    try {
      Waits.until("the demo runs", START, demo::saysThatItRuns);
    } catch (Throwable failure) {
      demo.close();
      throw failure;
    }
    return demo;
  }

  /** What it has written so far. */
  String said() throws IOException {
    return Files.readString(output, UTF_8);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private boolean saysThatItRuns() throws IOException {
    String said = said();
    if (!process.isAlive()) {
      throw new AssertionError("the demo ended with " + process.exitValue() + ":\n" + said);
    }
    return said.contains("Satu is running at");
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  HttpResponse<String> post(HttpClient client, String path, String key, String body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url() + path))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + KEY)
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Where its PostgreSQL is. */
  String jdbcUrl() throws IOException {
    return "jdbc:postgresql://127.0.0.1:" + postmasterFile().get(3).strip() + "/satu";
  }

  /** A connection to its PostgreSQL. */
  Connection database() throws SQLException, IOException {
    return DriverManager.getConnection(jdbcUrl(), "satu", "satu");
  }

  /** The process of its PostgreSQL. */
  ProcessHandle postgres() throws IOException {
    return ProcessHandle.of(Long.parseLong(postmasterFile().get(0).strip())).orElseThrow();
  }

  private List<String> postmasterFile() throws IOException {
    return Files.readAllLines(data.resolve("postgres").resolve("postmaster.pid"));
  }

  /** {@code kill -9} of the server; its PostgreSQL lives on. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** {@code kill -9} of the server and of every process of PostgreSQL. */
  void killWithPostgres() throws IOException, InterruptedException {
    ProcessHandle postmaster = postgres();
    process.destroyForcibly();
    endForcibly(postmaster);
    process.waitFor();
  }

  /** What Ctrl-C and {@code SIGTERM} do; returns the exit code. */
  int terminate() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    if (Files.exists(data.resolve("postgres").resolve("postmaster.pid"))) {
      ProcessHandle.of(Long.parseLong(postmasterFile().get(0).strip()))
          .filter(DemoProcess::isPostgres)
          .ifPresent(DemoProcess::endForcibly);
    }
    Files.deleteIfExists(output);
  }

  private static boolean isPostgres(ProcessHandle handle) {
    return handle.info().command().filter(command -> command.contains("postgres")).isPresent();
  }

  private static void endForcibly(ProcessHandle postmaster) {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(handle -> handle.onExit().join());
  }
}
