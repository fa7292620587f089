package dev.satu.bench.rig;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A process of {@code satu serve}, or of a peer, that answers on a port. */
public final class Server {
  private static final Duration START = Duration.ofMinutes(2);

  /** Of this run alone. */
  static final String KEY = "satu_" + UUID.randomUUID().toString().replace("-", "");

  private final int port;
  private final Process process;
  private final Children children;

  private Server(int port, Process process, Children children) {
    this.port = port;
    this.process = process;
    this.children = children;
  }

  /**
   * Starts {@code serve} and waits until it is ready.
   *
   * @param jvm the flags that the launcher gives it
   * @param settings beside those that it needs
   */
  static Server serve(
      Postgres postgres,
      Path jar,
      List<String> jvm,
      Map<String, String> settings,
      Children children,
      Path log)
      throws IOException {
    int port = Ports.next();
    List<String> words = new ArrayList<>(List.of(java()));
    words.addAll(jvm);
    words.addAll(List.of("-jar", jar.toString(), "serve"));
    Map<String, String> environment = new HashMap<>();
    environment.put("SATU_DB_URL", "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/satu");
    environment.put("SATU_DB_USER", "satu");
    environment.put("SATU_DB_PASSWORD", "satu");
    environment.put("SATU_OPERATOR_KEY", KEY);
    environment.put("SATU_HTTP_HOST", "127.0.0.1");
    environment.put("SATU_HTTP_PORT", Integer.toString(port));
    environment.putAll(settings);
    return start(port, words, environment, "/q/health/ready", children, log);
  }

  /** Starts any server and waits until the path answers 200. */
  static Server start(
      int port,
      List<String> words,
      Map<String, String> environment,
      String ready,
      Children children,
      Path log)
      throws IOException {
    Process process = children.start(Owner.self(words), environment, log);
    Server server = new Server(port, process, children);
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      Wait.until("the server is ready", START, process, () -> server.answers(client, ready));
    } catch (IOException failure) {
      throw new IOException(failure.getMessage() + "\n" + Files.readString(log), failure);
    }
    return server;
  }

  private boolean answers(HttpClient client, String path) throws InterruptedException {
    try {
      return client
              .send(
                  HttpRequest.newBuilder(URI.create(url() + path))
                      .timeout(Duration.ofSeconds(5))
                      .build(),
                  BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  public int port() {
    return port;
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  public long pid() {
    return process.pid();
  }

  /** What it took of the processors so far. */
  public Duration cpu() throws IOException {
    return Processor.of(process.pid());
  }

  /** Resident memory in kB: {@code VmRSS} is now, {@code VmHWM} the most so far. */
  public long memory(String field) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }

  /** One of its meters, without labels. */
  public double meter(String name) throws IOException {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new IOException("no meter " + name));
  }

  private String metrics() throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/q/metrics"))
            .header("Authorization", "Bearer " + KEY)
            .timeout(Duration.ofSeconds(10))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  public void end() {
    children.end(process);
  }
}
