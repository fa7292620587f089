package dev.satu.faults.cluster;

import dev.satu.testkit.Waits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A process of {@code satu serve} behind a proxy for its clients, with a proxy of its own to each
 * PostgreSQL. Not thread-safe but for {@link #url}, {@link #isReady} and the proxies.
 */
public final class Node {
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  private final NodeSettings settings;
  private final Path log;
  private final Offspring offspring;
  private final Optional<FakeTime> clock;
  private final TcpProxy clients;
  private final List<TcpProxy> database;
  private final HttpClient client;
  private volatile @Nullable Child process;

  Node(
      NodeSettings settings,
      Path log,
      Offspring offspring,
      Optional<FakeTime> clock,
      TcpProxy clients,
      List<TcpProxy> database) {
    this.settings = settings;
    this.log = log;
    this.offspring = offspring;
    this.clock = clock;
    this.clients = clients;
    this.database = database;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LONGEST_ANSWER)
            .build();
  }

  public String name() {
    return settings.name();
  }

  /** Where clients reach it. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + clients.port());
  }

  /** What it wrote. */
  public Path log() {
    return log;
  }

  /** What stands between clients and it. */
  public TcpProxy clients() {
    return clients;
  }

  /** What stands between it and each PostgreSQL. */
  public List<TcpProxy> database() {
    return database;
  }

  /** Starts it and does not wait. */
  public void launch() throws IOException {
    Map<String, String> environment = new HashMap<>(settings.environment());
    clock.ifPresent(fake -> environment.putAll(fake.environment()));
    List<String> words =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    words.addAll(NodeSettings.JVM);
    words.addAll(List.of("-jar", settings.jar().toString(), "serve"));
    process = offspring.start(Owner.SELF.runTied(words), environment, log);
  }

  /**
   * Starts it and waits until it is ready. If it ends instead, as {@code serve} does where it finds
   * no database, it is started again, as an orchestrator would.
   */
  public void comeBack() throws IOException {
    launch();
    Waits.until(
        "node " + name() + " is back",
        START,
        () -> {
          if (!isAlive()) {
            launch();
          }
          return isReady();
        });
  }

  /** Waits until it is ready after a first start. */
  void awaitReady() {
    Waits.until("node " + name() + " is ready", START, this::isReadyOrFails);
  }

  private boolean isReadyOrFails() throws IOException {
    Child child = process;
    if (child == null || !child.isAlive()) {
      throw new IOException("node " + name() + " ended: " + Logs.tail(log));
    }
    return isReady();
  }

  /** Whether a load balancer would send it requests; asked past the proxy. */
  public boolean isReady() {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + settings.httpPort() + "/q/health/ready"))
            .timeout(LONGEST_ANSWER)
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notThere) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public boolean isAlive() {
    Child child = process;
    return child != null && child.isAlive();
  }

  /** {@code kill -9}. */
  public void kill() {
    running().kill();
  }

  /** Tells it to end, as an orchestrator does, and waits until it has. */
  public void end() {
    running().terminate();
    Waits.until("node " + name() + " has ended", START, () -> !isAlive());
  }

  /** Stops it where it is. */
  public void freeze() throws IOException {
    running().freeze();
  }

  /** Lets it go on. */
  public void thaw() throws IOException {
    running().thaw();
  }

  private Child running() {
    Child child = process;
    if (child == null) {
      throw new IllegalStateException("node " + name() + " was never started");
    }
    return child;
  }

  /** Its wall clock, if it can be moved here. */
  public boolean hasMovableClock() {
    return clock.isPresent();
  }

  /** Puts its wall clock off by so much. */
  public void moveClock(Duration by) throws IOException {
    if (clock.isPresent()) {
      clock.get().move(by);
    }
  }
}
