package dev.satu.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.testkit.Waits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A {@code serve} as an operator starts it: a process of its own, on a database of others. */
final class ServeProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);

  private final int port;
  private final Path output;
  private final Process process;
  private volatile long toldToEndAt;

  private ServeProcess(int port, Path output, Process process) {
    this.port = port;
    this.output = output;
    this.process = process;
  }

  /** Starts one and waits until it is ready. */
  static ServeProcess ready(DemoProcess database, Map<String, String> settings) throws IOException {
    ServeProcess serve = launch(database, settings);
    try {
      Waits.until("serve is ready", START, serve::isReadyOrFails);
    } catch (Throwable failure) {
      serve.close();
      throw failure;
    }
    return serve;
  }

  /** Starts one that is not expected to become ready. */
  static ServeProcess launch(DemoProcess database, Map<String, String> settings)
      throws IOException {
    int port = DemoProcess.freePort();
    Path output = Files.createTempFile("satu-serve", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                DemoProcess.JAR.toString(),
                "serve")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SATU_"));
    builder.environment().put("SATU_DB_URL", database.jdbcUrl());
    builder.environment().put("SATU_DB_USER", "satu");
    builder.environment().put("SATU_DB_PASSWORD", "satu");
    builder.environment().put("SATU_DB_POOL", "16");
    builder.environment().put("SATU_OPERATOR_KEY", DemoProcess.KEY);
    builder.environment().put("SATU_HTTP_HOST", "127.0.0.1");
    builder.environment().put("SATU_HTTP_PORT", Integer.toString(port));
    builder.environment().putAll(settings);
    return new ServeProcess(port, output, builder.start());
  }

  private boolean isReadyOrFails() throws IOException, InterruptedException {
    if (!process.isAlive()) {
      throw new AssertionError("serve ended with " + process.exitValue() + ":\n" + said());
    }
    return isReady();
  }

  /** Whether a load balancer would send it requests. */
  boolean isReady() throws InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
              .send(
                  HttpRequest.newBuilder(URI.create(url() + "/q/health/ready"))
                      .timeout(Duration.ofSeconds(5))
                      .build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException notThere) {
      return false;
    }
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  int port() {
    return port;
  }

  String said() throws IOException {
    return Files.readString(output, UTF_8);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Tells it to end, as an orchestrator does, and does not wait. */
  void tellToEnd() {
    toldToEndAt = System.nanoTime();
    process.destroy();
  }

  /** How long ago it was told to end, for messages. */
  String drainingFor() {
    long since = toldToEndAt;
    return since == 0
        ? "[not draining] "
        : "[draining for " + Duration.ofNanos(System.nanoTime() - since) + "] ";
  }

  /** {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  int awaitEnd() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(output);
  }
}
